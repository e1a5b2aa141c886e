"""A player's own table on a phone, with opponents, clock, reports and actions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import redirect, render_template, request, url_for
from msgspec.structs import replace
from werkzeug.wrappers import Response

from domain.errors import LocalizableError
from domain.messages import Message
from domain.table import match_status
from domain.tournament.facts import Player
from domain.tournament.play.bye_requests import may_ask
from domain.tournament.play.choices import turn_is_settled
from domain.tournament.play.pairings import next_round_number
from domain.tournament.refusals import Overrulable, Refused, require_table
from domain.tournament.registrations.reveals import check_reveal
from domain.tournament.scoring.history import annulled_players
from domain.tournament.scoring.reports import is_contradicted
from domain.tournament.scoring.result_checks import allows_draws
from domain.tournament.state import Round, Table, TableRef, Tournament
from domain.tournament.wording import describe_result

from ...cases.photos import MAX_PHOTO_BYTES
from ...http.pages import Pages
from ...http.problem_types import KINDS
from ...http.services import services
from ...identity import browser
from ...identity.players import PlayerDirectory
from ...matches.repository import MatchRepository
from ...matches.service import MatchService
from ...shared import digests, i18n
from ...shared.errors import Forbidden, InvalidOptions, UnknownToken
from ...shared.player_names import MAX_NAME_LENGTH
from ...shared.registry import ProcessState
from ..access import SPECTATOR, Actor, TournamentAccess
from ..commands import (
    AskBye,
    CheckIn,
    Command,
    Drop,
    Report,
    Return,
    RevealNonce,
    WithdrawBye,
    WithdrawCheckIn,
)
from ..processes import tables
from ..repository import TournamentRepository
from ..service import TournamentService
from . import labels, page_rows
from .attendance.notes import unseated_players
from .check_in.rows import check_in_rows
from .my_cases import call_from_form, case_address, count_cases, is_recorded, sheet_address
from .organizer.choice_form import choice_of
from .organizer.desk_access import player_actor
from .organizer.result_form import result_of
from .spectator.listing import present_rows
from .spectator.outlook import describe_outlook, describe_place
from .spectator.public import page_fields
from .spectator.view_query import public_view

pages = Pages("my_table", __name__)

MAX_BODY_BYTES = 64 * 1024
"""The largest form without its photo."""


@pages.url_value_preprocessor
def allow_photo(endpoint: str | None, values: dict[str, Any] | None) -> None:
    """Raises the body limit to a form with a photo."""
    if endpoint == "my_table.act":
        request.max_content_length = MAX_PHOTO_BYTES + MAX_BODY_BYTES


@pages.get("/t/<tournament>/me")
def show(tournament: str) -> str:
    """Shows a player's own table, or asks for the link."""
    return _render_page(tournament)


@pages.post("/t/<tournament>/me/enter")
def enter(tournament: str) -> Response | tuple[str, int]:
    """Stores the token of a guest in this browser."""
    token = request.form.get("key", "").strip().rpartition("#key=")[2]
    try:
        actor = services()[TournamentAccess].actor_for(tournament, token)
    except UnknownToken:
        actor = SPECTATOR
    if actor.role != "player":
        return _render_page(tournament, i18n.says("Nobody plays in this tournament with this link.")), 401
    session = browser.current_session()
    browser.save_session(replace(session, tournaments={**session.tournaments, tournament: token}))
    return redirect(url_for("my_table.show", tournament=tournament), 303)


@pages.post("/t/<tournament>/me")
def act(tournament: str) -> Response | tuple[str, int]:
    """Runs a player's action, such as a choice, a report, a call for a judge, or a departure."""
    actor = player_actor(tournament)
    try:
        if actor.role != "player":
            raise Forbidden(Message("Only players of this tournament do that."))
        to = _run_action(tournament, actor, request.form.get("do", ""))
    except LocalizableError as refusal:
        if not refusal.slug:
            raise
        question = isinstance(refusal, Overrulable)
        return _render_page(
            tournament, labels.sentence_with_names(refusal.message), question=question
        ), KINDS[refusal.slug].status
    return redirect(to or url_for("my_table.show", tournament=tournament), 303)


def _run_action(tournament: str, actor: Actor, name: str) -> str:
    """Runs the action *name*, and returns the next address if it is another page."""
    t = services()[TournamentRepository].get(tournament)
    command: Command
    match name:
        case "ask_bye" | "withdraw_bye":
            number = request.form.get("bye_round", 0, int)
            command = (AskBye if name == "ask_bye" else WithdrawBye)(actor.player, number)
        case "check_in" | "withdraw_check_in":
            command = (CheckIn if name == "check_in" else WithdrawCheckIn)(actor.player)
        case "drop" | "return":
            command = (Drop if name == "drop" else Return)(actor.player)
        case "report" | "agree":
            table_ref, table = _table_of_form(t)
            seq = request.form.get("report", "")
            agreed = [report.result for report in table.reports if str(report.seq) == seq]
            result = agreed[0] if agreed else result_of(request.form, len(table.seats))
            command = Report(*table_ref, result, request.form.get("overrule", ""))
        case "reveal":
            command = RevealNonce(actor.player, request.form.get("nonce", "")[:MAX_NAME_LENGTH])
        case "choose":
            command = choice_of(request.form, _table_of_form(t)[0], actor.player)
        case "sit":
            return _take_seat(t, actor)
        case "judge":
            return call_from_form(tournament, _table_of_form(t)[0], actor)
        case "sheet":
            ref, table = _table_of_form(t)
            return sheet_address(tournament, ref, actor, table.record)
        case "case":
            ref, table = _table_of_form(t)
            return case_address(tournament, ref, actor, table.record, request.form.get("case", 1, int))
        case _:
            raise InvalidOptions("/do", Message("Choose what to do."))
    services()[TournamentService].run_command(tournament, command, actor)
    return ""


def _table_of_form(t: Tournament) -> tuple[TableRef, Table]:
    """Returns the table of a form; raises `NotThere`."""
    stage, number, table = (request.form.get(name, 0, int) for name in ("stage", "round", "table"))
    ref = TableRef(stage, number, table)
    return ref, require_table(t, ref)[1]


def _take_seat(t: Tournament, actor: Actor) -> str:
    """Takes the player's own seat in the match of the table once, and returns its address."""
    table_ref, _ = _table_of_form(t)
    match, player = tables.match_of(t, table_ref), actor.by.removeprefix("player:")
    if not browser.seats_of(match):
        rules, match_state = services()[MatchRepository].load_match(match)
        seat, person = tables.seat_of(t, table_ref, player, rules, match_state)
        claimed = services()[MatchService].seat_player(match, seat, person, digests.sent_hash(request.form))
        browser.remember_seat(match, seat, claimed.token, of_account=browser.is_signed_in(person))
    return url_for("web.match", match=match)


def _render_page(tournament: str, error: str = "", *, question: bool = False) -> str:
    view, actor = public_view(tournament), player_actor(tournament)
    names = services()[PlayerDirectory].names_of(
        [*view.t.players, actor.player] if actor.player else view.t.players
    )
    table = _table_of_player(view.round, actor.player) if view.round else None
    characters = page_rows.character_names(view.t, view.round) if view.round else {}
    return render_template(
        "tournament_mine.html",
        **page_fields(view),
        actor=actor,
        names=names,
        entry=view.t.players.get(actor.player),
        standing=describe_place(present_rows(tournament, view.t), actor.player) if view.round else "",
        outlook=[*describe_outlook(view.t)],
        known=view.round,
        table=table,
        row=table
        and view.round
        and page_rows.table_row(
            view.t, view.round, table, names, characters, annulled_players(view.t, view.round.stage)
        ),
        turn=table and view.round and turn_is_settled(view.t, view.round, table),
        character=_character_name(table, actor.player, characters) if table else "",
        bye=labels.bye_names()[view.round.byes[actor.player]]
        if view.round and actor.player in view.round.byes
        else "",
        reports=_report_lines(table, actor.player, view.t) if table else [],
        draws=view.round is not None and allows_draws(view.t, view.round.stage),
        contradicted=table is not None and is_contradicted(view.t, table),
        cases=count_cases(table),
        recorded=is_recorded(table),
        seated=bool(table and table.match and browser.seats_of(table.match)),
        next_round=next_round_number(view.t),
        ask=may_ask(view.t, next_round_number(view.t)),
        asked_bye=actor.player in view.t.requested_byes(view.t.current_stage, next_round_number(view.t)),
        registers=view.t.registration is not None and not view.t.rounds,
        unseated=actor.player in unseated_players(view.t),
        trouble=error,
        question=question,
        form=request.form,
        check_in=check_in_rows(view.t, names),
        nonce_hash=_hash_to_reveal(view.current, actor.player),
        page={
            "tournament": tournament,
            "seq": view.current.seq,
            "over": bool(view.current.revealed_seed),
            "player": actor.player,
            "match": _match_to_deal(table),
        },
    )


def _match_to_deal(table: Table | None) -> str:
    """Returns the match in which the browser sits, until its game begins, or an empty text."""
    if table is None or not table.match or not browser.seats_of(table.match):
        return ""
    match_state = services()[MatchRepository].load_match(table.match).match
    return table.match if match_status(match_state) == "open" else ""


def _hash_to_reveal(t: Tournament, player: Player) -> str:
    """Returns the hash of a nonce that the page can reveal now, or an empty text."""
    try:
        check_reveal(t, player, services()[ProcessState].clock())
    except Refused:
        return ""
    return "" if player in t.nonces.revealed else t.nonces.hashes[player]


def _table_of_player(round_: Round, player: Player) -> Table | None:
    return next((table for table in round_.tables.values() if player in table.seats), None)


def _character_name(table: Table, player: Player, names: Mapping[str, str]) -> str:
    """Returns the name of a player's character, empty before it has one."""
    character = dict(zip(table.seats, table.characters, strict=False)).get(player, "")
    return names.get(character, character) if character else ""


def _report_lines(table: Table, player: Player, t: Tournament) -> list[tuple[int, bool, str]]:
    """Returns the fact, the own side and the sentence of each report of a table."""
    own = {f"player:{entrant}" for entrant in (player, *t.players[player].registration.members)}
    return [
        (
            report.seq,
            report.by in own,
            labels.sentence_with_names(describe_result(report.result, table.seats)),
        )
        for report in table.reports
    ]
