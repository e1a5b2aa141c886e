"""A player's own table, on a phone: where, against whom, how long still, and what to say of it."""

from __future__ import annotations

from collections.abc import Mapping

from flask import redirect, render_template, request, url_for
from msgspec.structs import replace
from werkzeug.wrappers import Response

from domain.errors import LocalizableError
from domain.messages import Message
from domain.tournament.facts import Player
from domain.tournament.play.bye_requests import may_ask
from domain.tournament.play.choices import turn_is_settled
from domain.tournament.play.pairings import next_round_number
from domain.tournament.refusals import Overrulable, require_table
from domain.tournament.scoring.history import annulled_players
from domain.tournament.scoring.reports import is_contradicted
from domain.tournament.scoring.result_checks import allows_draws
from domain.tournament.state import Round, Table, TableRef, Tournament
from domain.tournament.wording import describe_result

from ...cases.service import Cases
from ...http.pages import Pages
from ...http.problem_types import KINDS
from ...http.services import services
from ...identity import browser
from ...identity.players import PlayerDirectory
from ...matches.opening import seeds
from ...matches.repository import MatchRepository
from ...matches.service import MatchService
from ...shared import i18n
from ...shared.errors import Forbidden, InvalidOptions, UnknownToken
from ...shared.player_names import LONGEST
from ..access import SPECTATOR, Actor, TournamentAccess
from ..commands import AskBye, CheckIn, Command, Drop, Report, Return, WithdrawBye, WithdrawCheckIn
from ..processes import tables
from ..repository import TournamentRepository
from ..service import TournamentService
from . import rows, words
from .attendance.notes import unseated_players
from .check_in.rows import check_in_rows
from .organizer.choice_form import choice_of
from .organizer.result_form import result_of
from .spectator.looking import wall
from .spectator.public import around

mine = Pages("my_table", __name__)


@mine.get("/t/<tournament>/me")
def show(tournament: str) -> str:
    """Shows a player's own table, or asks who it is."""
    return _page(tournament)


@mine.post("/t/<tournament>/me/enter")
def enter(tournament: str) -> Response | tuple[str, int]:
    """Keeps the token of a guest in this browser."""
    token = request.form.get("key", "").strip().rpartition("#key=")[2]
    try:
        actor = services()[TournamentAccess].actor_for(tournament, token)
    except UnknownToken:
        actor = SPECTATOR
    if actor.role != "player":
        return _page(tournament, i18n.says("Nobody plays in this tournament with this link.")), 401
    session = browser.remembered()
    browser.remember(replace(session, tournaments={**session.tournaments, tournament: token}))
    return redirect(url_for("my_table.show", tournament=tournament), 303)


@mine.post("/t/<tournament>/me")
def act(tournament: str) -> Response | tuple[str, int]:
    """Does what the player says: chooses, reports or agrees, calls a judge, drops out, comes back."""
    actor = _actor(tournament)
    try:
        if actor.role != "player":
            raise Forbidden(Message("Only players of this tournament do that."))
        to = _done(tournament, actor, request.form.get("do", ""))
    except LocalizableError as refusal:
        if not refusal.slug:
            raise
        question = isinstance(refusal, Overrulable)
        return _page(tournament, words.sentence_with_names(refusal.message), question=question), KINDS[
            refusal.slug
        ].status
    return redirect(to or url_for("my_table.show", tournament=tournament), 303)


def _done(tournament: str, actor: Actor, name: str) -> str:
    """Does what is asked, and returns where to go on, if that is another page."""
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
            table_ref, table = _asked(t)
            seq = request.form.get("report", "")
            agreed = [report.result for report in table.reports if str(report.seq) == seq]
            result = agreed[0] if agreed else result_of(request.form, len(table.seats))
            command = Report(*table_ref, result, request.form.get("overrule", ""))
        case "choose":
            command = choice_of(request.form, _asked(t)[0], actor.player)
        case "sit":
            return _sit(t, actor)
        case "judge":
            return _judge(t, actor)
        case _:
            raise InvalidOptions("/do", Message("Choose what to do."))
    services()[TournamentService].run(tournament, command, actor)
    return ""


def _asked(t: Tournament) -> tuple[TableRef, Table]:
    """Returns the table that a form is about; raises `NotThere`."""
    stage, number, table = (request.form.get(name, 0, int) for name in ("stage", "round", "table"))
    ref = TableRef(stage, number, table)
    return ref, require_table(t, ref)[1]


def _sit(t: Tournament, actor: Actor) -> str:
    """Takes the player's own seat in the match of its table, once, and returns where that is."""
    table_ref, _ = _asked(t)
    match, player = tables.match_of(t, table_ref), actor.by.removeprefix("player:")
    if not browser.seats_of(match):
        rules, match_state = services()[MatchRepository].get(match)
        seat, person = tables.seat_of(t, table_ref, player, rules, match_state)
        nonce = request.form.get("nonce", "")[:LONGEST] or seeds.player_nonce()
        browser.sit(match, seat, services()[MatchService].sit(match, seat, person, nonce).token)
    return url_for("web.match", match=match)


def _judge(t: Tournament, actor: Actor) -> str:
    """Opens a case in the match of a table, and returns its file."""
    table_ref, _ = _asked(t)
    match = tables.match_of(t, table_ref)
    rules, match_state = services()[MatchRepository].get(match)
    mine = browser.seats_of(match)
    seat = (
        mine[0]
        if mine
        else tables.seat_of(t, table_ref, actor.by.removeprefix("player:"), rules, match_state)[0]
    )
    claim = request.form.get("claim", "").strip()
    if not claim:
        raise InvalidOptions("/claim", Message("Say what the judge is to decide."))
    command_result = services()[Cases].dispute(match, f"seat:{seat}", claim[:4000], ())
    return url_for("cases.show", match=match, number=len(command_result.seen.match.cases))


def _actor(tournament: str) -> Actor:
    """Returns who this browser plays as here: a guest by the link it was given, or else an account."""
    session = browser.remembered()
    for token in (session.tournaments.get(tournament), session.account):
        try:
            actor = services()[TournamentAccess].actor_for(tournament, token or None)
        except UnknownToken:
            continue
        if actor.role == "player":
            return actor
    return SPECTATOR


def _page(tournament: str, trouble: str = "", *, question: bool = False) -> str:
    seen, actor = wall(tournament), _actor(tournament)
    people = services()[PlayerDirectory].names(
        [*seen.t.players, actor.player] if actor.player else seen.t.players
    )
    found = _sits(seen.round, actor.player) if seen.round else None
    cast = rows.cast_of(seen.t, seen.round) if seen.round else {}
    return render_template(
        "tournament_mine.html",
        **around(seen),
        actor=actor,
        names=people,
        entry=seen.t.players.get(actor.player),
        known=seen.round,
        table=found,
        row=found
        and seen.round
        and rows.table_row(
            seen.t, seen.round, found, people, cast, annulled_players(seen.t, seen.round.stage)
        ),
        turn=found and seen.round and turn_is_settled(seen.t, seen.round, found),
        character=_character(found, actor.player, cast) if found else "",
        bye=words.byes()[seen.round.byes[actor.player]]
        if seen.round and actor.player in seen.round.byes
        else "",
        reports=_reports(found, actor.player, seen.t) if found else [],
        draws=seen.round is not None and allows_draws(seen.t, seen.round.stage),
        contradicted=found is not None and is_contradicted(seen.t, found),
        seated=bool(found and found.match and browser.seats_of(found.match)),
        next_round=next_round_number(seen.t),
        ask=may_ask(seen.t, next_round_number(seen.t)),
        asked_bye=actor.player in seen.t.requested_byes(seen.t.current_stage, next_round_number(seen.t)),
        registers=seen.t.registration is not None and not seen.t.rounds,
        unseated=actor.player in unseated_players(seen.t),
        trouble=trouble,
        question=question,
        form=request.form,
        check_in=check_in_rows(seen.t, people),
        page={
            "tournament": tournament,
            "seq": seen.now.seq,
            "over": bool(seen.now.revealed_seed),
            "player": actor.player,
        },
    )


def _sits(round_: Round, player: Player) -> Table | None:
    return next((table for table in round_.tables.values() if player in table.seats), None)


def _character(table: Table, player: Player, cast: Mapping[str, str]) -> str:
    """Returns what the character of a player is called, once it has one from the pool of the round."""
    character = dict(zip(table.seats, table.characters, strict=False)).get(player, "")
    return cast.get(character, character) if character else ""


def _reports(table: Table, player: Player, t: Tournament) -> list[tuple[int, bool, str]]:
    """Returns what was said of a table: in which fact, whether by the player's own side, and what."""
    own = {f"player:{entrant}" for entrant in (player, *t.players[player].registration.members)}
    return [
        (report.seq, report.by in own, words.sentence_with_names(describe_result(report.result, table.seats)))
        for report in table.reports
    ]
