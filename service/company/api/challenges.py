"""Endpoints of challenges and of the ready queue."""

from __future__ import annotations

from typing import Any

from flask import Response
from marshmallow import fields, validate
from msgspec import Struct

from ...http.bodies.json_bodies import JSON
from ...http.bodies.patterns import StrictBoolean
from ...http.middleware.idempotency_header import idempotent_request
from ...http.middleware.rate_limit_headers import charge_challenge
from ...http.requests import preferred_type, require_token
from ...http.resource import Resource
from ...http.responses import json_response
from ...http.services import services
from ...http.sse import EVENTS, stream_reply
from ...http.tags import Tag
from ...identity.accounts import Account, Accounts
from ...identity.schemas import NamedOrSignedIn, requested_player
from ...shared.errors import UnknownToken
from ...shared.record_ids import PLAYER_ID
from ..challenges import Challenges
from ..offers import Kind, Offer
from ..paces import PACES
from ..published import PublishedChallenge, publish_challenge
from ..streams import challenge_token, stream_challenge

challenges = Resource("challenges", Tag.PLAY)

STREAM_HEADERS = {"Cache-Control": "no-cache", "Vary": "Accept, Authorization", "X-Accel-Buffering": "no"}


class Joining(NamedOrSignedIn):
    """Player who waits for an opponent: a guest by name, or an account by its key."""

    game = fields.String(required=True)
    pace = fields.String(required=True, validate=validate.OneOf(PACES))


class Challenging(Joining):
    """Player who offers a match to another, or to whoever has the link."""

    friendly = StrictBoolean(load_default=False)
    opponent = fields.String(load_default="", validate=validate.Regexp(f"({PLAYER_ID.pattern})?"))


class CreatedChallenge(Struct, frozen=True):
    """A new challenge, and the token that plays the seat of its player later."""

    challenge: PublishedChallenge
    token: str


class AcceptedChallenge(Struct, frozen=True):
    """The match of an accepted challenge, with the seat of the client and the token that plays it."""

    match: str
    seat: int
    token: str


class ChallengeList(Struct, frozen=True):
    """Open challenges by a player, then those to that player, each the newest first."""

    items: list[PublishedChallenge]


@challenges.post("/challenges", "IDEMPOTENCY_SECRET")
@challenges.arguments(Challenging, example={"game": "arena", "pace": "normal", "player": "Lin"})
@challenges.returns(201, CreatedChallenge)
@challenges.errors(400, 401, 404, 409, 413, 415, 422, 429, 503)
def create_challenge(args: dict[str, Any]) -> Response:
    """Challenge another player.

    Whoever has the id of the challenge may accept it, or only the `opponent` with an account. Then the match
    opens with both players, and the token of this reply plays the seat of the challenger. A match between
    accounts counts for ratings, unless it is `friendly`. A challenge lasts seven days.
    """
    kind: Kind = "player" if args["opponent"] else "link"
    return _create(Offer(kind, args["game"], args["pace"], args["friendly"], args["opponent"]), args)


@challenges.post("/queue", "IDEMPOTENCY_SECRET")
@challenges.arguments(Joining, example={"game": "arena", "pace": "quick", "player": "Lin"})
@challenges.returns(201, CreatedChallenge)
@challenges.errors(400, 401, 404, 409, 413, 415, 422, 429, 503)
def join_queue(args: dict[str, Any]) -> Response:
    """Wait for an opponent.

    The service pairs players that wait for the same game and pace, by rating. The difference that it accepts
    widens with time. An entry for a match by the day lasts seven days. Others last while a stream of the
    challenge is open, and ten seconds longer.
    """
    return _create(Offer("queue", args["game"], args["pace"]), args)


def _create(offer: Offer, args: dict[str, Any]) -> Response:
    charge_challenge()
    new = services()[Challenges].create_challenge(offer, requested_player(args, "player"))
    challenge = services()[Challenges].load_challenge(new.row.id)
    return _created(CreatedChallenge(publish_challenge(services(), challenge), new.token))


@challenges.get("/challenges/<challenge>")
@challenges.returns(200, PublishedChallenge)
@challenges.returns(200, PublishedChallenge, EVENTS)
@challenges.errors(401, 404, 406, 503)
def get_challenge(challenge: str) -> Response:
    """Get a challenge.

    As an event stream, it comes at once and again when it has ended, and the stream ends. With its token, the
    stream keeps an entry of the queue waiting.
    """
    challenge_info = services()[Challenges].load_challenge(challenge)
    if preferred_type((JSON, EVENTS)) == EVENTS:
        return stream_reply(
            stream_challenge(services(), challenge, challenge_token(challenge)), STREAM_HEADERS
        )
    headers = {"Cache_Control": "private, no-cache", "Vary": "Accept, Authorization"}
    return json_response(publish_challenge(services(), challenge_info), **headers)


@challenges.post("/challenges/<challenge>/acceptance", "IDEMPOTENCY_SECRET")
@challenges.arguments(NamedOrSignedIn, example={"player": "Grace"})
@challenges.returns(201, AcceptedChallenge)
@challenges.errors(400, 401, 403, 404, 409, 413, 415, 422, 503)
def accept_challenge(args: dict[str, Any], challenge: str) -> Response:
    """Accept a challenge.

    The match opens with both players at once. Only one player can accept a challenge.
    """
    accepted = services()[Challenges].accept_challenge(
        challenge, requested_player(args, "player"), request=idempotent_request()
    )
    return _created(AcceptedChallenge(accepted.match, accepted.seat, accepted.token))


@challenges.delete("/challenges/<challenge>")
@challenges.security("play", "player")
@challenges.returns_nothing(204, "The challenge has ended.")
@challenges.errors(401, 403, 404, 409, 503)
def end_challenge(challenge: str) -> Response:
    """Withdraw or decline a challenge.

    The challenger withdraws it with its token, or leaves the queue. The challenged player declines it with
    the key of the account.
    """
    token = challenge_token(challenge) or require_token()
    services()[Challenges].end_challenge(challenge, token, find_account(token))
    return Response(status=204)


@challenges.get("/players/<player>/challenges")
@challenges.security("player")
@challenges.returns(200, ChallengeList)
@challenges.errors(401, 403, 404, 503)
def list_challenges(player: str) -> Response:
    """List challenges.

    They are the open ones by this account and to it. It needs the key of the account.
    """
    account = services()[Accounts].account_of(require_token(), player)
    rows = services()[Challenges].list_open(account.id)
    challenge_list = [services()[Challenges].load_challenge(row.id) for row in rows]
    items = [publish_challenge(services(), challenge) for challenge in challenge_list]
    return json_response(ChallengeList(items), Cache_Control="no-store")


def find_account(key: str) -> Account | None:
    """Returns the account of a key, or `None` for another token."""
    try:
        return services()[Accounts].account_of(key)
    except UnknownToken:
        return None


def _created(body: Struct) -> Response:
    reply = json_response(body, Cache_Control="no-store")
    reply.status_code = 201
    return reply
