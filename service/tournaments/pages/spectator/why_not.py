"""Explains on a page the absence of a pairing between two players."""

from __future__ import annotations

import msgspec
from flask import Response, render_template, request

from domain.errors import LocalizableError
from domain.tournament.ranking.standings import stage_of
from domain.tournament.state import Tournament

from ....http.pages import Pages
from ....http.problem_types import KINDS
from ....http.services import services
from ....identity import browser
from ....identity.players import PlayerDirectory
from ....jobs.failures import result_of
from ....jobs.views import RETRY_SECONDS, make_submitter
from ....shared.languages import page_language
from ...access import Actor
from ...background.jobs import start_why_not
from ...queries.answers import PairingExplanation, answer_why_not
from ...queries.views import state_of, visible_tournament
from ...queries.why_not import Question
from ...repository import TournamentRepository
from .. import labels
from ..organizer.desk_access import staff_actor
from .view_query import number_argument

pages = Pages("why_not", __name__)


@pages.get("/t/<tournament>/why-not")
def show(tournament: str) -> Response:
    """Shows the form and the explanation of a missing pairing; the page reloads while a job runs."""
    actor = staff_actor(tournament)
    t = visible_tournament(actor, services()[TournamentRepository].get(tournament))
    stage = stage_of(t, number_argument("stage") or 0)
    rounds = _askable_rounds(t, actor, stage)
    player, other = request.args.get("one", ""), request.args.get("other", "")
    question = Question(stage, number_argument("round") or max(rounds, default=1), player, other)
    answer, error, status, waits = None, "", 200, False
    if player and other:
        try:
            answer = _answer_question(tournament, t, actor, question)
            waits = answer is None
        except LocalizableError as refusal:
            if not refusal.slug:
                raise
            error, status = labels.sentence_with_names(refusal.message), KINDS[refusal.slug].status
    headers = {"Refresh": str(RETRY_SECONDS), "Cache-Control": "no-store"} if waits else {}
    return Response(_render_page(tournament, t, question, rounds, answer, error, waits), status, headers)


def _answer_question(
    tournament: str, t: Tournament, actor: Actor, question: Question
) -> PairingExplanation | None:
    """Returns the answer to a question, `None` while a job runs; raises their refusals."""
    code, token = page_language(), browser.current_session().api_token if actor.is_staff else ""
    job = start_why_not(services(), tournament, t, question, actor, code, make_submitter(token))
    if job is None:
        return answer_why_not(services(), tournament, t, actor, question, code)
    content = result_of(job)
    return None if content is None else msgspec.json.decode(content, type=PairingExplanation)


def _askable_rounds(t: Tournament, actor: Actor, stage: int) -> list[int]:
    """Returns the rounds for questions; organizers may ask about the next one."""
    visible_rounds, announced = t.rounds_of(stage), t.plan_of(stage).rounds
    may_continue = (
        stage == t.current_stage and t.end is None and (not announced or len(visible_rounds) < announced)
    )
    ahead = actor.manages and may_continue and all(round_.is_started for round_ in visible_rounds)
    return [*(round_.number for round_ in visible_rounds), *([len(visible_rounds) + 1] if ahead else [])]


def _render_page(
    tournament: str,
    t: Tournament,
    question: Question,
    rounds: list[int],
    answer: PairingExplanation | None,
    error: str,
    waits: bool,
) -> str:
    return render_template(
        "tournament_why_not.html",
        tournament=tournament,
        opened=t.settings,
        state=state_of(t),
        states=labels.state_names(),
        names=services()[PlayerDirectory].names_of(t.players),
        players=t.entrants(question.stage),
        rounds=rounds,
        asked=question,
        answer=answer,
        trouble=error,
        waits=waits,
    )
