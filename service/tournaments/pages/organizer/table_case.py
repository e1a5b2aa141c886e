"""A case about a table with printed cards, in which a judge rules."""

from __future__ import annotations

from typing import Any, NamedTuple

from flask import redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from domain.errors import LocalizableError
from domain.games import Game
from domain.messages import Message
from domain.rules import Rules
from domain.tournament.refusals import require_table
from domain.tournament.scoring.result_checks import allows_draws
from domain.tournament.scoring.result_entry import table_of_case
from domain.tournament.state import Table, TableRef, Tournament
from replays.analysis.unknown_cards import JudgedChoice, judge_position

from .... import faces
from ....cases.file import PositionOnFile, read_case_file
from ....cases.rulings import Ruling, read_ruling
from ....cases.service import Cases
from ....catalog.rulebook import packaged_rulebook
from ....faces.svg import render_svg
from ....http.pages import Pages
from ....http.problem_types import KINDS
from ....http.services import services
from ....identity import browser
from ....identity.players import PlayerDirectory
from ....matches.repository import MatchRepository, check_fresh
from ....matches.viewing.access import Access
from ....matches.viewing.narrators import choice_narrator
from ....matches.viewing.seat_names import shown_names
from ....shared import i18n
from ....shared.errors import InvalidOptions
from ...access import require_role
from ...commands import Assign, Command, Correct, Grant
from ...repository import TournamentRepository
from ...service import TournamentService
from .desk_access import staff_actor, token_page
from .desk_form import number_field
from .result_form import fields_of, result_of

pages = Pages("table_case", __name__)

OFFERED_MINUTES = (0, 3, 5, 10, 15)
"""The minutes more that the form offers."""


class NotedPosition(NamedTuple):
    """A position of the case: its picture, its question, and the answers by legality."""

    entry: PositionOnFile
    picture: Markup
    choices: dict[str, list[JudgedChoice]]
    sentence: str


@pages.get("/t/<tournament>/cases/<match>/<int:number>")
def show(tournament: str, match: str, number: int) -> str:
    """Shows a case to the staff, with the positions in dispute and the form of a ruling."""
    actor = staff_actor(tournament)
    if not actor.is_staff:
        return token_page("", tournament)
    return _render_page(tournament, match, number)


@pages.post("/t/<tournament>/cases/<match>/<int:number>")
def rule(tournament: str, match: str, number: int) -> str | tuple[str, int] | Response:
    """Rules on a case, gives its table more time, and changes its result.

    The ruling comes last, so that a refusal of the others leaves the case open.
    """
    actor = staff_actor(tournament)
    if not actor.is_staff:
        return token_page("", tournament), 401
    t = services()[TournamentRepository].get(tournament)
    ref, token = table_of_case(t, match), browser.current_session().api_token
    try:
        require_role(actor, "judge")
        judge = services()[Cases].require_judge(match, token)
        ruling = _ruling_of_form()
        seq = number_field(request.form, "seq")
        check_fresh(services()[MatchRepository].load_match(match).match, seq)
        services()[Cases].preview_ruling(match, judge, ruling, number)
        for command in _table_commands(t, ref, f"{match}/{number}", ruling.text):
            services()[TournamentService].run_command(tournament, command, actor)
        services()[Cases].rule_on_case(match, number, judge, ruling, seq)
    except LocalizableError as refusal:
        if not refusal.slug:
            raise
        return _render_page(tournament, match, number, i18n.tells(refusal)), KINDS[refusal.slug].status
    return redirect(url_for("table_case.show", tournament=tournament, match=match, number=number), 303)


def _ruling_of_form() -> Ruling:
    """Returns the ruling of the form; raises `InvalidOptions`."""
    form = request.form
    penalty = form.get("penalty", "").strip()
    fields: dict[str, Any] = {"seat": number_field(form, "seat"), "penalty": penalty} if penalty else {}
    rules = tuple(form.get("rules", "").replace(",", " ").split())
    if not rules:
        raise InvalidOptions("/rules", Message("A ruling rests on a rule: write its number."))
    text = form.get("text", "").strip()[:4000]
    if not text:
        raise InvalidOptions("/text", Message("Give the reason of the ruling."))
    return read_ruling(fields, outcome="penalty" if penalty else "note", rules=rules, text=text)


def _table_commands(t: Tournament, ref: TableRef, case: str, why: str) -> list[Command]:
    """Returns the commands of the form about the table, none by default; raises `InvalidOptions`."""
    form, commands = request.form, list[Command]()
    why = why[:1000]
    minutes = number_field(form, "minutes") if form.get("minutes") else 0
    if minutes and form.get("result") != "change":  # a table with a result needs no minutes
        commands.append(Grant(*ref, minutes, why))
    if form.get("result") == "change":
        table = require_table(t, ref)[1]
        result = result_of(form, len(table.seats))
        if table.records:
            commands.append(Correct(*ref, result, why, case=case))
        else:
            commands.append(Assign(*ref, result, f"{why} ({case})"))
    return commands


def _render_page(tournament: str, match: str, number: int, trouble: str = "") -> str:
    t = services()[TournamentRepository].get(tournament)
    ref, token = table_of_case(t, match), browser.current_session().api_token
    round_, table = require_table(t, ref)
    services()[Access].record_look(match, token)
    viewer = services()[Access].viewer_for(match, token)
    file = read_case_file(services(), match, number, viewer, i18n.page_language())
    rules, match_state = services()[MatchRepository].load_match(match)
    game = services()[MatchRepository].find_game(t.settings.game)
    return render_template(
        "table_case.html",
        tournament=tournament,
        title=t.settings.title,
        game=game.NAME,
        match=match,
        file=file,
        ref=ref,
        players=shown_names(match_state, services()[PlayerDirectory]),
        positions=[_judge(game, rules, entry) for entry in file.positions if not entry.hidden],
        numbers=[rule.number for rule in packaged_rulebook(game.NAME).list_rules()],
        names=_table_names(t, table),
        result=fields_of(table.result),
        has_result=table.result is not None,
        draws=allows_draws(t, round_.stage),
        minutes=OFFERED_MINUTES if t.settings.minutes and table.result is None else (),
        recorded=match_state.record is not None and bool(match_state.record.recording.entries),
        rules_here=staff_actor(tournament).role == "judge",
        trouble=trouble,
        form=request.form,
    )


def _judge(game: Game, rules: Rules[Any, Any], entry: PositionOnFile) -> NotedPosition:
    """Returns a noted position with its answers, each with its legality."""
    judged = judge_position(game, rules, entry.position, choice_narrator(game, rules, i18n.page_language()))
    picture = render_svg(game.NAME, faces.sketch(game, judged.board, rules.book))
    choices: dict[str, list[JudgedChoice]] = {"legal": [], "possible": [], "illegal": []}
    for choice in judged.choices:
        choices[choice.legality].append(choice)
    return NotedPosition(entry, picture, choices, judged.sentence)


def _table_names(t: Tournament, table: Table) -> list[str]:
    """Returns the names of the players or teams at a table."""
    names = services()[PlayerDirectory].names_of(t.players)
    return [names[player] for player in table.seats]
