"""The desk of the staff for registration, pairing, rounds, results, corrections and the end."""

from __future__ import annotations

from flask import redirect, request, url_for
from msgspec.structs import replace
from werkzeug.wrappers import Response

from domain.errors import LocalizableError
from domain.messages import Message
from domain.tournament.facts import PairingChanged
from domain.tournament.fold import fold
from domain.tournament.knockout.bracket_effects import bracket_effects
from domain.tournament.pairing import compromise_sentences, propose_pairing
from domain.tournament.ranking.impact import correction_impact
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
from ....jobs.views import make_submitter
from ....matches.agreements import Agreements
from ....matches.viewing.views import wait_for_position
from ....shared import i18n
from ....shared.errors import Forbidden, UnknownToken, VersionConflict
from ....shared.registry import ProcessState
from ...access import Actor, TournamentAccess, require_role
from ...background.effort import is_long
from ...background.jobs import start_job
from ...commands import Correct
from ...decisions.round_decisions import change_pairing_by_hand
from ...queries.answers import reaches_pairing
from ...queries.views import visible_tournament
from ...repository import CommandResult, TournamentRepository
from ...service import TournamentService
from .. import labels
from ..attendance.choices import pairing_costs
from ..attendance.notes import CHANGES
from ..reversal.forms import losses_of
from .desk_access import staff_actor, token_page
from .desk_form import (
    FORESEEN_ACTIONS,
    command_of,
    correction_of,
    effects_digest,
    entry_effects,
    form_identity,
    last_round,
    manual_change_of,
    selected_qualifiers,
)
from .desk_jobs import cancel_job
from .desk_view import desk_page

pages = Pages("tournament_desk", __name__)


@pages.get("/t/<tournament>/desk")
@heavy
def show(tournament: str) -> str:
    """Shows the desk of a staff member's role, or asks for an API token."""
    actor = staff_actor(tournament)
    return desk_page(tournament) if actor.is_staff else token_page("", tournament)


@pages.post("/t/enter")
def enter() -> str | tuple[str, int] | Response:
    """Stores an API token in this browser, and redirects to the desk or to a new tournament."""
    token, tournament = request.form.get("token", "").strip(), request.form.get("tournament", "")
    try:
        if tournament:
            good = services()[TournamentAccess].actor_for(tournament, token).is_staff
        else:
            good = services()[TournamentAccess].require_founder(token).manages
    except (UnknownToken, Forbidden) as refusal:
        return token_page(i18n.tells(refusal), tournament), KINDS[refusal.slug].status
    if not good:
        return token_page(i18n.says("This API token does not run this tournament."), tournament), 403
    browser.save_session(
        replace(browser.current_session(), api_token=token, judging=services()[ProcessState].clock())
    )
    address = (
        url_for("tournament_desk.show", tournament=tournament) if tournament else url_for("announcing.show")
    )
    return redirect(address, 303)


@pages.post("/t/leave")
def leave() -> Response:
    """Removes the API token from this browser."""
    browser.save_session(replace(browser.current_session(), api_token=""))
    return redirect(url_for("tournament.index"), 303)


@pages.post("/t/<tournament>/desk")
def act(tournament: str) -> str | tuple[str, int] | Response:
    """Runs the action of a form, or shows its effects first; a refused form keeps its values.

    A confirmed action runs only while its effects equal those on the page.
    """
    actor = staff_actor(tournament)
    if not actor.is_staff:
        return token_page("", tournament), 401
    t, form = visible_tournament(actor, services()[TournamentRepository].get(tournament)), request.form
    expected = None
    try:
        if form.get("do") == "resume":
            return _resume_match(tournament, form.get("match", ""))
        if form.get("do") == "cancel_job":
            cancel_job()
            return redirect(_next_address(tournament), 303)
        if form.get("do") in FORESEEN_ACTIONS or entry_effects(form, t):
            effects, expected = _foreseen_effects(t, actor), t.seq
            if form.get("shown") != form_identity(form):
                return desk_page(tournament, effects)
            if form.get("told") != effects_digest(effects):
                return desk_page(tournament, effects, refusal=_changed_effects(t)), KINDS[
                    VersionConflict.slug
                ].status
        command = command_of(form, t)
        submitter = make_submitter(browser.current_session().api_token)
        if start_job(services(), tournament, command, actor, submitter, expected):
            return redirect(_next_address(tournament), 303)
        services()[TournamentService].run_command(tournament, command, actor, expected=expected)
    except LocalizableError as refusal:
        if not refusal.slug:
            raise
        return desk_page(tournament, refusal=refusal), KINDS[refusal.slug].status
    return redirect(_next_address(tournament), 303)


def _resume_match(tournament: str, match: str) -> Response:
    """Resumes a paused match."""
    gone_on = services()[Agreements].resume_match(match, browser.current_session().api_token)
    wait_for_position(services(), Lobby.name, gone_on.position)
    return redirect(_next_address(tournament), 303)


def _changed_effects(t: Tournament) -> VersionConflict:
    sentence = Message("The tournament has gone on since, and this would now do something else: look again.")
    return VersionConflict(t.seq, sentence)


def _next_address(tournament: str) -> str:
    """Returns the address of the form's table, or else of the desk."""
    form = request.form
    if form.get("do") in CHANGES:
        action, player = form["do"], form.get("player", "")
        return url_for("tournament_desk.show", tournament=tournament, done=action, player=player)
    if form.get("do") not in ("choose", "enter", "correct", "accept"):
        return url_for("tournament_desk.show", tournament=tournament)
    stage, number, table = (form.get(name, "") for name in ("stage", "round", "table"))
    at = f"table-{table}"
    return url_for("tournament_desk.show", tournament=tournament, stage=stage, round=number, _anchor=at)


def _foreseen_effects(t: Tournament, actor: Actor) -> list[str]:
    """Returns the effects of a form in sentences, and writes nothing."""
    form, at = request.form, services()[ProcessState].clock()
    if effects := entry_effects(form, t):
        return [labels.sentence_with_names(sentence) for sentence in effects]
    if form.get("do") != "correct":
        require_role(actor, "organizer")
    match form.get("do"):
        case "settle_pair":
            return [*pairing_costs(last_round(t))]
        case "correct":
            correction = correction_of(form, t)
            return [
                labels.sentence_with_names(sentence)
                for sentence in correction_sentences(t, correction, actor)
            ]
        case "end_early" | "cut_early":
            return [labels.sentence_with_names(sentence) for sentence in losses_of(form, t)]
        case "cut_by_hand":
            qualifiers = selected_qualifiers(form, t)
            if "again" in form:
                cut_stage_again(t, qualifiers, actor.by, at, reason="-")
                deviations = cut_deviations(t, t.current_stage - 1, expected_qualifiers_again(t), qualifiers)
            else:
                cut_stage(
                    t, qualifiers, actor.by, at, overrule="-"
                )  # refuses impossible cuts, not missing results
                deviations = cut_deviations(t, t.current_stage, expected_qualifiers(t), qualifiers)
            return [labels.sentence_with_names(sentence) for sentence in deviations]
    [*earlier, changed] = change_pairing_by_hand(t, manual_change_of(form, t), actor.by, at)
    assert isinstance(changed.event, PairingChanged)
    bracket = [labels.sentence_with_names(sentence) for sentence in bracket_effects(t, changed.event)]
    before, after = last_round(t), last_round(fold([*earlier, changed], t))
    return [
        *bracket,
        *labels.changed_compromises([*compromise_sentences(t, before)], [*compromise_sentences(t, after)]),
    ]


def links_of(tournament: str, result: CommandResult) -> list[tuple[str, str]]:
    """Returns the names of newly registered guests with the links to their tables."""
    names = services()[PlayerDirectory].names_of(result.tournament_state.players)
    players = [*result.tournament_state.players][-len(result.tokens) :]
    address = url_for("my_table.show", tournament=tournament, _external=True)
    return [
        (names[player], f"{address}#key={token}")
        for player, token in zip(players, result.tokens, strict=True)
        if token
    ]


def correction_sentences(t: Tournament, correction: Correct, actor: Actor) -> list[Message]:
    """Returns the impact of a *correction* in sentences; raises its refusal."""
    facts = services()[TournamentService].preview_correction(t, correction, actor)
    if not reaches_pairing(t, correction, actor):
        return correction_impact(t, facts).sentences
    if is_long(t):
        return [
            *correction_impact(t, facts).sentences,
            _later_pairing(len(t.active_players(t.current_stage))),
        ]
    return correction_impact(t, facts, propose_pairing(fold(facts, t))).sentences


def _later_pairing(count: int) -> Message:
    return Message(
        "To pair {count} players again takes a while: the desk shows the tables once they are paired.",
        count=count,
    )
