"""Answers: the one thing a player ever says."""

from __future__ import annotations

from typing import Any

from flask import Response

from ...http.idempotency_header import idempotent_request
from ...http.requests import followed, needed_bearer
from ...http.resource import Resource
from ...http.responses import Reply, services, told, written
from ...http.schemas import Answer

answers = Resource("answers", "Answers to the open question.")


@answers.post("/matches/<match>/answers", "IF_MATCH")
@answers.needs("play")
@answers.takes(Answer, example={"picks": ["e1"]})
@answers.returns(201, Reply)
@answers.refuses(400, 401, 403, 404, 409, 412, 413, 415, 422, 428, 503)
def answer(asked: dict[str, Any], match: str) -> Response:
    """Answers the open question, from the seat whose token is sent."""
    token = needed_bearer()
    picks, nonce = tuple(asked["picks"]), asked["nonce"]
    what = services().matches.answer(
        match, token, picks, followed(match), nonce, request=idempotent_request()
    )
    return written(
        Reply(**told(match, what, services().access.viewer_for(match, token))), what.seen.match.seq
    )
