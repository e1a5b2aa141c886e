"""Explains the absence of a pairing by its rule or its cost."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Response, request

from domain.tournament.ranking.standings import stage_of

from ...http.heavy import costly
from ...http.requests import optional_token
from ...http.resource import Resource
from ...http.services import services
from ...http.tags import Tag
from ...jobs.failures import result_of
from ...jobs.views import Job, accepted_job, make_submitter
from ...shared.digests import is_digest_of
from ..background.jobs import start_why_not
from ..queries.answers import PairingExplanation, answer_why_not
from ..queries.why_not import Question
from ..schemas import PairingQuery
from .view_query import load_view, view_response

pairing = Resource("pairing", Tag.RESULTS)


@pairing.get("/tournaments/<tournament>/rounds/<int:number>/why-not")
@costly
@pairing.arguments(PairingQuery, location="query")
@pairing.returns(200, PairingExplanation)
@pairing.returns(202, Job)
@pairing.response_headers(202, "Location", "Retry-After")
@pairing.errors(401, 404, 409)
def explain_pairing(args: dict[str, Any], tournament: str, number: int) -> Response:
    """Explain why two players do not meet.

    The explanation uses the state at the time of pairing. Organizers may also ask about the next round,
    which the service compares with its proposal. A job answers for a large round: the status is 202.
    Repeat the request after `Retry-After` until it returns 200. `Location` is the address of the job for
    the token that started it, and this address for others.
    """
    at = load_view(tournament, args["known"])
    stage = stage_of(at.t, args["stage"] or 0)
    question, code = Question(stage, number, args["player"], args["opponent"]), args["lang"]
    token = optional_token() or ""
    job = start_why_not(services(), tournament, at.t, question, at.actor, code, make_submitter(token))
    content = job and result_of(job)
    if job and content is None:
        return accepted_job(job, "" if token and is_digest_of(token, job.owner) else request.full_path)

    def make_view() -> PairingExplanation:
        if content:
            return msgspec.json.decode(content, type=PairingExplanation)
        return answer_why_not(services(), tournament, at.t, at.actor, question, code)

    return view_response(at, make_view, code)
