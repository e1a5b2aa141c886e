"""Answers: the one thing a player ever says."""

from __future__ import annotations

from typing import Annotated

from flask import Response
from msgspec import Meta, Struct
from msgspec.json import encode

from ...bootstrap import Services
from ...http.fast_path import FastReply, FastRequest
from ...http.idempotency import IdempotentRequest
from ...http.idempotency_header import idempotent_request
from ...http.requests import followed, needed, needed_bearer, sent_seq, sent_token
from ...http.resource import Resource
from ...http.responses import Reply, services, told, written
from ...http.struct_bodies import as_struct

WRITTEN = (("Cache-Control", "no-store"), ("Vary", "Accept-Encoding"))
"""The headers of a reply to an answer."""

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
    reply, seq = _answer(
        services(), match, needed_bearer(), asked, followed(match), request=idempotent_request()
    )
    return written(reply, seq)


def answer_fast(within: Services, asked: FastRequest) -> FastReply:
    """Answers the same on the fast path."""
    said = as_struct(Answer, asked.json())
    token = needed(sent_token(asked.environ))
    followed = sent_seq(within, asked.environ, asked.match)
    reply, seq = _answer(within, asked.match, token, said, followed)
    return FastReply("201 CREATED", encode(reply), seq, f"{seq}", WRITTEN)


def _answer(
    within: Services,
    match: str,
    token: str,
    said: Answer,
    seq: int,
    *,
    request: IdempotentRequest | None = None,
) -> tuple[Reply, int]:
    if within.repository.opened(match).clock is not None:
        within.flags.settle(match)
    what = within.matches.answer(match, token, said.picks, seq, said.nonce, request=request)
    viewer = within.access.viewer_for(match, token)
    return Reply(**told(within, match, what, viewer)), what.seen.match.seq
