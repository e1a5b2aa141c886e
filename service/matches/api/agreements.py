"""Around the game: concessions, draws, pauses, answers taken back."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from flask import Response

from ...http.idempotency_header import idempotent_request
from ...http.requests import bearer, needed_bearer
from ...http.resource import Resource
from ...http.responses import Reply, services, told, written
from ...http.schemas import Declining, TakingBack
from ...http.tags import Tag
from ..repository import CommandResult
from ..schemas import StandingIn

agreements = Resource("agreements", Tag.PLAY)


@agreements.post("/matches/<match>/concession")
@agreements.needs("play")
@agreements.returns(201, Reply)
@agreements.sends(201, "ETag")
@agreements.refuses(401, 403, 404, 409, 503)
def concede(match: str) -> Response:
    """Gives a match up, for the side of the seat whose token is sent: the other side wins.

    Of more than two sides the seat leaves, as by `/retirement`, and the others play on.
    """
    return _agreed(match, services().agreements.concede)


@agreements.post("/matches/<match>/retirement")
@agreements.needs("play")
@agreements.returns(201, Reply)
@agreements.sends(201, "ETag")
@agreements.refuses(401, 403, 404, 409, 503)
def retire(match: str) -> Response:
    """Leaves a match of more than two seats: the others play on, and the seat ranks last.

    The turns of the seat pass, and a rule of the game answers its questions. The last side to stay wins.
    """
    return _agreed(match, services().agreements.retire)


@agreements.post("/matches/<match>/stand-in")
@agreements.needs("play")
@agreements.takes(StandingIn, example={"seat": 2, "bot": "greedy"})
@agreements.returns(201, Reply)
@agreements.sends(201, "ETag")
@agreements.refuses(400, 401, 403, 404, 409, 413, 415, 422, 503)
def offer_stand_in(body: dict[str, Any], match: str) -> Response:
    """Offers that a bot plays on the own seat or one that has left, or agrees to such an offer.

    The match has more than two seats and belongs to no event. The offer stands until the next answer. Once
    all other people at the table agree, the bot plays: the token of the seat shows no more than the public
    sees, and the result of the seat is the bot's.
    """
    command = partial(services().agreements.offer_stand_in, leaver=body["seat"], bot=body["bot"])
    return _agreed(match, command)


@agreements.post("/matches/<match>/draw")
@agreements.needs("play")
@agreements.returns(201, Reply)
@agreements.sends(201, "ETag")
@agreements.refuses(401, 403, 404, 409, 503)
def offer_draw(match: str) -> Response:
    """Offers a draw, or agrees to one: it stands until the next answer; once every side has, it is drawn."""
    return _agreed(match, services().agreements.offer_draw)


@agreements.post("/matches/<match>/decline")
@agreements.needs("play")
@agreements.takes(Declining, example={"what": "draw"})
@agreements.returns(201, Reply)
@agreements.sends(201, "ETag")
@agreements.refuses(400, 401, 403, 404, 409, 413, 415, 422, 503)
def decline_offer(declining: dict[str, Any], match: str) -> Response:
    """Declines a draw, a pause, a take-back or a bot that others offer or ask for: it stands no more."""
    return _agreed(match, partial(services().agreements.decline, what=declining["what"]))


@agreements.post("/matches/<match>/pause")
@agreements.needs("play", "organize", "judge")
@agreements.returns(201, Reply)
@agreements.sends(201, "ETag")
@agreements.refuses(401, 403, 404, 409, 503)
def pause_match(match: str) -> Response:
    """Pauses a match, as a judge or an organizer; as a player, asks for it: once every seat has, it does."""
    return _agreed(match, services().agreements.pause)


@agreements.post("/matches/<match>/resume")
@agreements.needs("play", "organize", "judge")
@agreements.returns(201, Reply)
@agreements.sends(201, "ETag")
@agreements.refuses(401, 403, 404, 409, 503)
def resume_match(match: str) -> Response:
    """Lets a match go on; a pause that a judge or an organizer ordered is for them to end."""
    return _agreed(match, services().agreements.resume)


@agreements.post("/matches/<match>/takeback")
@agreements.needs("play")
@agreements.takes(TakingBack, example={})
@agreements.returns(201, Reply)
@agreements.sends(201, "ETag")
@agreements.refuses(400, 401, 403, 404, 409, 413, 415, 422, 503)
def take_back(asked: dict[str, Any], match: str) -> Response:
    """Asks to go back to before an answer of one's own, or agrees to it: the match does once all sides agree.

    Bots agree at once, and nobody has to where a seat takes back what it has said in an effect of its own.
    What was hidden and has been seen since cannot be taken back, nor what chance or a judge has done.
    """
    return _agreed(match, partial(services().takebacks.ask, to=asked["to"]))


@agreements.post("/matches/<match>/flag")
@agreements.returns(201, Reply)
@agreements.sends(201, "ETag")
@agreements.refuses(401, 403, 404, 409, 503)
def claim_flag(match: str) -> Response:
    """Lets the flag of whoever is asked fall, if its time is up; anybody who sees the match may say so.

    The service does so by itself too, within seconds. What follows was agreed on with the clock.
    """
    viewer = services().access.viewer_for(match, bearer())
    what = services().flags.claim(match, request=idempotent_request())
    reply = Reply(**told(services(), match, what, viewer))
    return written(reply, reply.seq)


def _agreed(match: str, command: Callable[..., CommandResult]) -> Response:
    token = needed_bearer()
    what = command(match, token, request=idempotent_request())
    reply = Reply(**told(services(), match, what, services().access.viewer_for(match, token)))
    return written(reply, reply.seq)
