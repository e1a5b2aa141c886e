"""Why two players do not meet in a round: the question as an address, and its answer in sentences."""

from __future__ import annotations

import msgspec
from flask import Response, render_template, request

from domain.errors import LocalizableError
from domain.tournament.ranking.standings import stage_of
from domain.tournament.state import Tournament

from ....http.middleware.rate_limit_headers import spend
from ....http.pages import Pages
from ....http.problem_types import KINDS
from ....http.services import services
from ....identity import browser
from ....identity.players import PlayerDirectory
from ....jobs.failures import result_of
from ....jobs.views import RETRY_SECONDS
from ....shared.languages import chosen
from ...access import Actor
from ...background.jobs import start_why_not
from ...queries.answers import PairingExplanation, answer_why_not
from ...queries.views import seen_by, state_of
from ...queries.why_not import Question, weight
from ...repository import TournamentRepository
from .. import words
from ..organizer.desk_access import organizer
from .looking import number

asking = Pages("why_not", __name__)


@asking.get("/t/<tournament>/why-not")
def show(tournament: str) -> Response:
    """Asks for two players and a round, and tells why they do not meet; while a job looks, the page waits."""
    actor = organizer(tournament)
    t = seen_by(actor, services()[TournamentRepository].get(tournament))
    stage = stage_of(t, number("stage") or 0)
    rounds = _rounds(t, actor, stage)
    one, other = request.args.get("one", ""), request.args.get("other", "")
    question = Question(stage, number("round") or max(rounds, default=1), one, other)
    answer, error, status, waits = None, "", 200, False
    if one and other:
        try:
            answer = _answer(tournament, t, actor, question)
            waits = answer is None
        except LocalizableError as refusal:
            if not refusal.slug:
                raise
            error, status = words.sentence_with_names(refusal.message), KINDS[refusal.slug].status
    headers = {"Refresh": str(RETRY_SECONDS), "Cache-Control": "no-store"} if waits else {}
    return Response(_page(tournament, t, question, rounds, answer, error, waits), status, headers)


def _answer(tournament: str, t: Tournament, actor: Actor, question: Question) -> PairingExplanation | None:
    """Returns the answer to a question, `None` while a job looks for it; raises the refusal of either."""
    code, token = chosen(), browser.remembered().api_token if actor.is_staff else ""
    job = start_why_not(services(), tournament, t, question, actor, code, token)
    if job is None:
        spend(weight(t, question.stage))
        return answer_why_not(services(), tournament, t, actor, question, code)
    content = result_of(job)
    return None if content is None else msgspec.json.decode(content, type=PairingExplanation)


def _rounds(t: Tournament, actor: Actor, stage: int) -> list[int]:
    """Returns the rounds of a stage that can be asked about: organizers look ahead by one."""
    seen, announced = t.rounds_of(stage), t.plan_of(stage).rounds
    more = stage == t.current_stage and t.end is None and (not announced or len(seen) < announced)
    ahead = actor.manages and more and all(round_.is_started for round_ in seen)
    return [*(round_.number for round_ in seen), *([len(seen) + 1] if ahead else [])]


def _page(
    tournament: str,
    t: Tournament,
    body: Question,
    rounds: list[int],
    answer: PairingExplanation | None,
    trouble: str,
    waits: bool,
) -> str:
    return render_template(
        "tournament_why_not.html",
        tournament=tournament,
        opened=t.settings,
        state=state_of(t),
        states=words.states(),
        names=services()[PlayerDirectory].names(t.players),
        players=t.entrants(body.stage),
        rounds=rounds,
        asked=body,
        answer=answer,
        trouble=trouble,
        waits=waits,
    )
