"""Endpoint of claims of seats."""

from __future__ import annotations

from typing import Any

from flask import Response

from ...http.middleware.idempotency_header import idempotent_request
from ...http.requests import optional_token
from ...http.resource import Resource
from ...http.responses import created_response
from ...http.services import services
from ...http.tags import Tag
from ...identity.schemas import Claim, requested_player
from ..service import MatchService
from ..viewing.replies import SeatReply, command_reply_fields

seats = Resource("seats", Tag.PLAY)


@seats.post("/matches/<match>/seats/<int:seat>/claim")
@seats.security("claim")
@seats.arguments(Claim, example={"player": "Ada", "nonce": "7f3a"})
@seats.returns(201, SeatReply)
@seats.response_headers(201, "ETag")
@seats.errors(400, 401, 403, 404, 409, 413, 415, 422, 503)
def claim_seat(args: dict[str, Any], match: str, seat: int) -> Response:
    """Claim a seat.

    A seat needs its claim token, unless it is open to all. The reply holds the token that plays the seat.
    A guest sends a name, which must not resemble the name of an account, and gets a new id. A player with
    an account sends its `key` instead. The last claim starts the game.
    """
    claimed_seat = services()[MatchService].claim_seat(
        match,
        seat,
        optional_token(),
        requested_player(args, "player"),
        args["nonce"],
        request=idempotent_request(),
    )
    rules, match_state = claimed_seat.result.loaded
    viewer = rules.seat_viewer(match_state.position.board, seat)
    return created_response(
        SeatReply(
            **command_reply_fields(services(), match, claimed_seat.result, viewer),
            seat=seat,
            token=claimed_seat.token,
        ),
        match_state.seq,
    )
