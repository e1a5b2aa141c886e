"""Answers: the one thing a player ever says."""

from __future__ import annotations

from typing import Annotated

from flask import Response
from msgspec import Meta, Struct

from ...http.idempotency_header import idempotent_request
from ...http.requests import followed, needed_bearer
from ...http.resource import Resource
from ...http.responses import Reply, services, told, written

Short = Annotated[str, Meta(max_length=200)]


class Answer(Struct, frozen=True, forbid_unknown_fields=True):
    """What a seat picked, in order, and a nonce for whatever is drawn from then on."""

    picks: Annotated[tuple[Short, ...], Meta(max_length=200)]
    nonce: Short = ""


answers = Resource("answers", "Answers to the open question.")


@answers.post("/matches/<match>/answers", "IF_MATCH")
@answers.needs("play")
@answers.takes_struct(Answer, example={"picks": ["e1"]})
@answers.returns(201, Reply)
@answers.sends(201, "ETag")
@answers.refuses(400, 401, 403, 404, 409, 412, 413, 415, 422, 428, 503)
def answer(asked: Answer, match: str) -> Response:
    """Answers the open question, from the seat whose token is sent."""
    token = needed_bearer()
    what = services().matches.answer(
        match, token, asked.picks, followed(match), asked.nonce, request=idempotent_request()
    )
    return written(
        Reply(**told(match, what, services().access.viewer_for(match, token))), what.seen.match.seq
    )
