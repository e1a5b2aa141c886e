"""Endpoints of concessions, draws, pauses and take-backs."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from flask import Response

from ...http.middleware.idempotency_header import idempotent_request
from ...http.requests import optional_token, require_token
from ...http.resource import Resource
from ...http.responses import created_response
from ...http.services import services
from ...http.tags import Tag
from ..agreements import Agreements
from ..flags import Flags
from ..repository import CommandResult
from ..schemas import Declining, StandingIn, TakingBack
from ..takebacks import Takebacks
from ..viewing.access import Access
from ..viewing.replies import Reply, command_reply_fields

agreements = Resource("agreements", Tag.PLAY)


@agreements.post("/matches/<match>/concession")
@agreements.security("play")
@agreements.returns(201, Reply)
@agreements.response_headers(201, "ETag")
@agreements.errors(401, 403, 404, 409, 503)
def concede(match: str) -> Response:
    """Concede a match.

    The side of the seat loses, and the other side wins. In a match of more than two sides the seat
    retires instead, and the others play on.
    """
    return _run_command(match, services()[Agreements].concede_match)


@agreements.post("/matches/<match>/retirement")
@agreements.security("play")
@agreements.returns(201, Reply)
@agreements.response_headers(201, "ETag")
@agreements.errors(401, 403, 404, 409, 503)
def retire(match: str) -> Response:
    """Retire from a match.

    A match of more than two seats goes on without the seat, which ranks last. Its turns are skipped, and
    a rule of the game answers its questions. The last side left wins.
    """
    return _run_command(match, services()[Agreements].retire_seat)


@agreements.post("/matches/<match>/stand-in")
@agreements.security("play")
@agreements.arguments(StandingIn, example={"seat": 2, "bot": "greedy"})
@agreements.returns(201, Reply)
@agreements.response_headers(201, "ETag")
@agreements.errors(400, 401, 403, 404, 409, 413, 415, 422, 503)
def offer_stand_in(body: dict[str, Any], match: str) -> Response:
    """Offer a bot as stand-in.

    A bot may play on for the sender's seat, or for a seat that has left. A seat accepts the offer by the
    same request. The match must have more than two seats and belong to no event. The offer lapses with
    the next answer. Once all other people at the table agree, the bot plays. The token of the seat then
    shows no more than the public view, and the result counts for the bot.
    """
    command = partial(services()[Agreements].offer_stand_in, leaver=body["seat"], bot=body["bot"])
    return _run_command(match, command)


@agreements.post("/matches/<match>/draw")
@agreements.security("play")
@agreements.returns(201, Reply)
@agreements.response_headers(201, "ETag")
@agreements.errors(401, 403, 404, 409, 503)
def offer_draw(match: str) -> Response:
    """Offer or accept a draw.

    The offer lapses with the next answer. The match is drawn once every side has offered.
    """
    return _run_command(match, services()[Agreements].offer_draw)


@agreements.post("/matches/<match>/decline")
@agreements.security("play")
@agreements.arguments(Declining, example={"what": "draw"})
@agreements.returns(201, Reply)
@agreements.response_headers(201, "ETag")
@agreements.errors(400, 401, 403, 404, 409, 413, 415, 422, 503)
def decline_offer(declining: dict[str, Any], match: str) -> Response:
    """Decline an offer.

    The offer is a draw, a pause, a take-back or a bot. It lapses at once.
    """
    return _run_command(match, partial(services()[Agreements].decline_offer, offer=declining["what"]))


@agreements.post("/matches/<match>/pause")
@agreements.security("play", "organize", "judge")
@agreements.returns(201, Reply)
@agreements.response_headers(201, "ETag")
@agreements.errors(401, 403, 404, 409, 503)
def pause_match(match: str) -> Response:
    """Pause a match.

    A judge or an organizer pauses it at once. A player asks for a pause, which begins once every seat has
    asked.
    """
    return _run_command(match, services()[Agreements].pause_match)


@agreements.post("/matches/<match>/resume")
@agreements.security("play", "organize", "judge")
@agreements.returns(201, Reply)
@agreements.response_headers(201, "ETag")
@agreements.errors(401, 403, 404, 409, 503)
def resume_match(match: str) -> Response:
    """Resume a match.

    Only a judge or an organizer ends a pause that one of them ordered.
    """
    return _run_command(match, services()[Agreements].resume_match)


@agreements.post("/matches/<match>/takeback")
@agreements.security("play")
@agreements.arguments(TakingBack, example={})
@agreements.returns(201, Reply)
@agreements.response_headers(201, "ETag")
@agreements.errors(400, 401, 403, 404, 409, 413, 415, 422, 503)
def take_back(args: dict[str, Any], match: str) -> Response:
    """Take back an answer.

    A player asks to go back to before an own answer, or agrees to such a request. The match goes back
    once all sides agree. Bots agree at once. No consent is needed where a seat takes back an answer
    within an effect of its own. Revealed cards, chance and decisions of judges cannot be taken back.
    """
    return _run_command(match, partial(services()[Takebacks].ask_takeback, to=args["to"]))


@agreements.post("/matches/<match>/flag")
@agreements.returns(201, Reply)
@agreements.response_headers(201, "ETag")
@agreements.errors(401, 403, 404, 409, 503)
def claim_flag(match: str) -> Response:
    """Claim that a seat's time is up.

    Any viewer of the match may claim it. If the asked seat has no time left, its flag falls, with the
    consequence that the clock settings define. The service also checks clocks itself, within seconds.
    """
    viewer = services()[Access].viewer_for(match, optional_token())
    command_result = services()[Flags].claim_flag(match, request=idempotent_request())
    reply = Reply(**command_reply_fields(services(), match, command_result, viewer))
    return created_response(reply, reply.seq)


def _run_command(match: str, command: Callable[..., CommandResult]) -> Response:
    token = require_token()
    command_result = command(match, token, request=idempotent_request())
    reply = Reply(
        **command_reply_fields(services(), match, command_result, services()[Access].viewer_for(match, token))
    )
    return created_response(reply, reply.seq)
