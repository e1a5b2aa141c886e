"""Endpoints of seats: claims, departures and nonces."""

from __future__ import annotations

from typing import Any

from flask import Response

from domain import table
from domain.model import SPECTATOR, Viewer

from ...http.middleware.idempotency_header import idempotent_request
from ...http.requests import optional_token, require_token
from ...http.resource import Resource
from ...http.responses import created_response
from ...http.services import services
from ...http.tags import Tag
from ...identity.schemas import Claim, requested_player
from ...shared.digests import NONCE_EXAMPLE, NONCE_HASH_EXAMPLE
from ..repository import CommandResult
from ..reveals import Reveals
from ..schemas import Revealing
from ..service import MatchService
from ..viewing.replies import Reply, SeatReply, command_reply_fields

seats = Resource("seats", Tag.PLAY)


@seats.post("/matches/<match>/seats/<int:seat>/claim")
@seats.security("claim")
@seats.arguments(Claim, example={"player": "Ada", "nonce_hash": NONCE_HASH_EXAMPLE})
@seats.returns(201, SeatReply)
@seats.response_headers(201, "ETag")
@seats.errors(400, 401, 403, 404, 409, 413, 415, 422, 503)
def claim_seat(args: dict[str, Any], match: str, seat: int) -> Response:
    """Claim a seat.

    A seat needs its claim token, unless it is open to all. The reply holds the token that plays the seat.
    A guest sends a name, which must not resemble the name of an account, and gets a new id. A player with
    an account sends its `key` instead. A `nonce_hash`, the SHA-256 of a secret nonce, protects the seat
    from a chosen shuffle. After the last claim, seats with a hash reveal their nonces, and the game starts.
    """
    claimed_seat = services()[MatchService].claim_seat(
        match,
        seat,
        optional_token(),
        requested_player(args, "player"),
        args["nonce_hash"],
        request=idempotent_request(),
    )
    rules, match_state = claimed_seat.result.loaded
    viewer = table.view_from_seat(rules, match_state, seat)
    return created_response(
        SeatReply(
            **command_reply_fields(services(), match, claimed_seat.result, viewer),
            seat=seat,
            token=claimed_seat.token,
        ),
        match_state.seq,
    )


@seats.post("/matches/<match>/seats/<int:seat>/nonce")
@seats.security("play")
@seats.arguments(Revealing, example={"nonce": NONCE_EXAMPLE})
@seats.returns(201, Reply)
@seats.response_headers(201, "ETag")
@seats.errors(400, 401, 403, 404, 409, 413, 415, 422, 503)
def reveal_nonce(args: dict[str, Any], match: str, seat: int) -> Response:
    """Reveal a nonce.

    The scene names the seats that have to reveal theirs, after the last claim and after each rewind. The
    SHA-256 of the nonce is the `nonce_hash` of the claim, or after a rewind the nonce that the seat revealed
    before. The last nonce lets the game go on. A seat that is late plays on without nonces.
    """
    result = services()[Reveals].reveal_nonce(
        match, seat, require_token(), args["nonce"], request=idempotent_request()
    )
    rules, match_state = result.loaded
    return _reply(match, result, table.view_from_seat(rules, match_state, seat))


@seats.post("/matches/<match>/seats/<int:seat>/leave")
@seats.security("play")
@seats.returns(201, Reply)
@seats.response_headers(201, "ETag")
@seats.errors(401, 403, 404, 409, 503)
def leave_seat(match: str, seat: int) -> Response:
    """Leave a seat.

    Before the last claim the seat is free again, and its claim token is valid. While seats reveal their
    nonces, the match ends without a winner. Later a player can only concede. The play token expires, so the
    reply has the view of a spectator.
    """
    result = services()[Reveals].leave_seat(match, seat, require_token(), request=idempotent_request())
    return _reply(match, result, SPECTATOR)


def _reply(match: str, result: CommandResult, viewer: Viewer) -> Response:
    reply = Reply(**command_reply_fields(services(), match, result, viewer))
    return created_response(reply, reply.seq)
