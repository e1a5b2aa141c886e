"""Endpoint of answers."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from flask import Response, request
from msgspec import Meta, Raw, Struct

from domain.published import encode

from ...http.direct import DirectEndpoint, MatchReply, MatchRequest
from ...http.middleware.idempotency_header import idempotent_request
from ...http.requests import optional_token, require_sent_token
from ...http.resource import Resource
from ...http.responses import created_response
from ...http.services import services
from ...http.tags import Tag
from ...shared.registry import Registry
from ..flags import Flags
from ..repository import MatchRepository
from ..requests import parse_expected_seq
from ..service import MatchService
from ..viewing.access import Access
from ..viewing.replies import Reply, command_reply_fields

Short = Annotated[str, Meta(max_length=200)]


class Answer(Struct, frozen=True, forbid_unknown_fields=True):
    """The picks of a seat, in order, and a nonce for all later draws."""

    picks: Annotated[tuple[Short, ...], Meta(max_length=200)]
    nonce: Short = ""


answers = Resource("answers", Tag.PLAY)


@answers.post("/matches/<match>/answers", "IF_MATCH")
@answers.security("play")
@answers.json_body(Answer, example={"picks": ["e1"]})
@answers.returns(201, Reply)
@answers.response_headers(201, "ETag")
@answers.errors(400, 401, 403, 404, 409, 412, 413, 415, 422, 428, 503)
def answer(body: Answer, match: str) -> Response:
    """Answer a question.

    The token belongs to the seat that the open question asks. `If-Match` is the ETag of the match that
    the player saw.
    """
    if_match = request.headers.get("If-Match", "")
    match_request = MatchRequest(
        match, optional_token(), if_match=if_match, body=body, idempotent=idempotent_request()
    )
    reply = answer_question(services(), match_request)
    return created_response(Raw(reply.make_body()), reply.seq)


def answer_question(within: Registry, match_request: MatchRequest) -> MatchReply:
    """Answers the open question of a match with an `Answer`; raises like `MatchService`."""
    match, body = match_request.match, match_request.body
    token, seq = (
        require_sent_token(match_request.token),
        parse_expected_seq(within, match_request.if_match, match),
    )
    if within[MatchRepository].load_settings(match).clock is not None:
        within[Flags].settle_clocks(match)
    result = within[MatchService].answer_question(
        match, token, body.picks, seq, body.nonce, request=match_request.idempotent
    )
    viewer = within[Access].viewer_for(match, token)
    reply = Reply(**command_reply_fields(within, match, result, viewer))
    return MatchReply(result.loaded.match.seq, partial(encode, reply))


ANSWERING = DirectEndpoint(
    answer_question,
    "answers.answer",
    201,
    (("Cache-Control", "no-store"), ("Vary", "Accept-Encoding")),
    Answer,
)
