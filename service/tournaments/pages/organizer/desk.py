"""The desk of the staff: register, pair, look at costs, publish, start, results, corrections, the end."""

from __future__ import annotations

from flask import redirect, request, url_for
from msgspec.structs import replace
from werkzeug.wrappers import Response

from domain.errors import LocalizableError
from domain.messages import Message
from domain.tournament.facts import PairingChanged
from domain.tournament.fold import fold
from domain.tournament.knockout.bracket_effects import bracket_effects
from domain.tournament.pairing import compromise_sentences
from domain.tournament.stages import (
    cut_deviations,
    cut_stage,
    cut_stage_again,
    expected_qualifiers,
    expected_qualifiers_again,
)
from domain.tournament.state import Tournament
from projections.lobby import Lobby

from ....http.heavy import heavy
from ....http.pages import Pages
from ....http.problem_types import KINDS
from ....http.services import services
from ....identity import browser
from ....identity.players import PlayerDirectory
from ....matches.agreements import Agreements
from ....matches.viewing.views import wait_for_position
from ....shared import i18n
from ....shared.errors import Forbidden, UnknownToken, VersionConflict
from ....shared.process_state import ProcessState
from ...access import Actor, TournamentAccess, check
from ...background.jobs import start_job
from ...decisions.pairing_decisions import change_by_hand
from ...queries.views import seen_by
from ...repository import CommandResult, TournamentRepository
from ...service import TournamentService
from .. import words
from ..attendance.choices import pairing_costs
from ..attendance.notes import CHANGES
from ..reversal.forms import losses_of
from .desk_access import door, organizer
from .desk_form import (
    TOLD_BEFORE,
    as_told,
    by_hand_of,
    chosen,
    command_of,
    corrected,
    correction_of,
    entry_effects,
    last_of,
)
from .desk_jobs import cancel_job
from .desk_view import page
from .foresight import foresee

organizing = Pages("tournament_desk", __name__)


@organizing.get("/t/<tournament>/desk")
@heavy
def show(tournament: str) -> str:
    """Shows the desk to a member of the staff, as the role has it, or asks for an API token."""
    actor = organizer(tournament)
    return page(tournament) if actor.is_staff else door("", tournament)


@organizing.post("/t/enter")
def enter() -> str | tuple[str, int] | Response:
    """Keeps an organizer's API token in this browser, and goes on to the desk or to a new tournament."""
    token, tournament = request.form.get("token", "").strip(), request.form.get("tournament", "")
    try:
        if tournament:
            good = services()[TournamentAccess].actor_for(tournament, token).is_staff
        else:
            good = services()[TournamentAccess].founder(token).manages
    except (UnknownToken, Forbidden) as refusal:
        return door(i18n.tells(refusal), tournament), KINDS[refusal.slug].status
    if not good:
        return door(i18n.says("This API token does not run this tournament."), tournament), 403
    browser.remember(replace(browser.remembered(), api_token=token, judging=services()[ProcessState].clock()))
    where = (
        url_for("tournament_desk.show", tournament=tournament) if tournament else url_for("announcing.show")
    )
    return redirect(where, 303)


@organizing.post("/t/leave")
def leave() -> Response:
    """Forgets the API token."""
    browser.remember(replace(browser.remembered(), api_token=""))
    return redirect(url_for("tournament.index"), 303)


@organizing.post("/t/<tournament>/desk")
def act(tournament: str) -> str | tuple[str, int] | Response:
    """Does what a form says, or tells what it would do; what is refused stays as it was typed.

    What is told before is done as long as it still would do the same, whatever else has come in since.
    """
    actor = organizer(tournament)
    if not actor.is_staff:
        return door("", tournament), 401
    t, form = seen_by(actor, services()[TournamentRepository].get(tournament)), request.form
    expected = None
    try:
        if form.get("do") == "resume":
            return _resume(tournament, form.get("match", ""))
        if form.get("do") == "cancel_job":
            cancel_job()
            return redirect(_next(tournament), 303)
        if form.get("do") in TOLD_BEFORE or entry_effects(form, t):
            would, expected = _told_before(t, actor), t.seq
            if form.get("shown") != corrected(form):
                return page(tournament, would)
            if form.get("told") != as_told(would):
                return page(tournament, would, refusal=_moved(t)), KINDS[VersionConflict.slug].status
        command = command_of(form, t)
        if start_job(services(), tournament, command, actor, browser.remembered().api_token, expected):
            return redirect(_next(tournament), 303)
        services()[TournamentService].run(tournament, command, actor, expected=expected)
    except LocalizableError as refusal:
        if not refusal.slug:
            raise
        return page(tournament, refusal=refusal), KINDS[refusal.slug].status
    return redirect(_next(tournament), 303)


def _resume(tournament: str, match: str) -> Response:
    """Lets a match that is paused go on."""
    gone_on = services()[Agreements].resume(match, browser.remembered().api_token)
    wait_for_position(services(), Lobby.name, gone_on.position)
    return redirect(_next(tournament), 303)


def _moved(t: Tournament) -> VersionConflict:
    sentence = Message("The tournament has gone on since, and this would now do something else: look again.")
    return VersionConflict(t.seq, sentence)


def _next(tournament: str) -> str:
    """Returns where to go on: at the table that the form was about, or else at the top."""
    form = request.form
    if form.get("do") in CHANGES:
        done, player = form["do"], form.get("player", "")
        return url_for("tournament_desk.show", tournament=tournament, done=done, player=player)
    if form.get("do") not in ("choose", "enter", "correct", "accept"):
        return url_for("tournament_desk.show", tournament=tournament)
    stage, known, table = (form.get(name, "") for name in ("stage", "round", "table"))
    at = f"table-{table}"
    return url_for("tournament_desk.show", tournament=tournament, stage=stage, round=known, _anchor=at)


def _told_before(t: Tournament, actor: Actor) -> list[str]:
    """Returns what the change that a form says would do, in sentences; nothing is done yet."""
    form, at = request.form, services()[ProcessState].clock()
    if effects := entry_effects(form, t):
        return [words.sentence_with_names(sentence) for sentence in effects]
    if form.get("do") != "correct":
        check(actor, "organizer")
    match form.get("do"):
        case "settle_pair":
            return [*pairing_costs(last_of(t))]
        case "correct":
            asked = correction_of(form, t)
            return [words.sentence_with_names(sentence) for sentence in foresee(t, asked, actor)]
        case "end_early" | "cut_early":
            return [words.sentence_with_names(sentence) for sentence in losses_of(form, t)]
        case "cut_by_hand":
            through = chosen(form, t)
            if "again" in form:
                cut_stage_again(t, through, actor.by, at, reason="-")
                departs = cut_deviations(t, t.current_stage - 1, expected_qualifiers_again(t), through)
            else:
                cut_stage(
                    t, through, actor.by, at, overrule="-"
                )  # refuses the impossible, and not what is missing
                departs = cut_deviations(t, t.current_stage, expected_qualifiers(t), through)
            return [words.sentence_with_names(sentence) for sentence in departs]
    [*earlier, changed] = change_by_hand(t, by_hand_of(form, t), actor.by, at)
    assert isinstance(changed.event, PairingChanged)
    bracket = [words.sentence_with_names(sentence) for sentence in bracket_effects(t, changed.event)]
    before, after = last_of(t), last_of(fold([*earlier, changed], t))
    return [
        *bracket,
        *words.changed_compromises([*compromise_sentences(t, before)], [*compromise_sentences(t, after)]),
    ]


def links_of(tournament: str, result: CommandResult) -> list[tuple[str, str]]:
    """Returns the names of guests just registered, each with the link that opens its own table."""
    names = services()[PlayerDirectory].names(result.seen.players)
    players = [*result.seen.players][-len(result.tokens) :]
    where = url_for("my_table.show", tournament=tournament, _external=True)
    return [
        (names[player], f"{where}#key={token}")
        for player, token in zip(players, result.tokens, strict=True)
        if token
    ]
