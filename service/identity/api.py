"""The endpoints of players and accounts."""

from __future__ import annotations

from typing import Any

from flask import Response
from msgspec import Struct

from ..http.addresses import API
from ..http.middleware.rate_limit_headers import charge_player
from ..http.requests import require_token
from ..http.resource import Resource
from ..http.responses import json_response
from ..http.services import services
from ..http.tags import Tag
from .accounts import Accounts, Player
from .schemas import Named

players = Resource("players", Tag.PLAYERS)


class NewPlayer(Struct, frozen=True):
    """An account, and its key, which is shown this once."""

    id: str
    name: str
    key: str


@players.post("/players", "IDEMPOTENCY_SECRET")
@players.arguments(Named, example={"name": "Ada"})
@players.returns(201, NewPlayer)
@players.response_headers(201, "Location")
@players.errors(400, 409, 413, 415, 422, 503)
def create_player(args: dict[str, Any]) -> Response:
    """Create an account.

    The account has an id, and a name that no other account here has. Its key claims seats for it.
    """
    charge_player()
    created = services()[Accounts].create_account(args["name"])
    return _shown_once(NewPlayer(created.id, created.name, created.key), f"{API}/players/{created.id}")


@players.get("/players/<player>")
@players.returns(200, Player)
@players.errors(404, 503)
def get_player(player: str) -> Response:
    """Get a player.

    The reply has the name, and says whether the id belongs to an account.
    """
    return json_response(services()[Accounts].load_player(player), Cache_Control="no-cache")


@players.put("/players/<player>")
@players.security("player")
@players.arguments(Named, example={"name": "Ada Lovelace"})
@players.returns(200, Player)
@players.errors(400, 401, 403, 404, 409, 413, 415, 422, 503)
def rename_player(args: dict[str, Any], player: str) -> Response:
    """Rename an account.

    The new name appears in all its matches. The bearer token is the key of the account.
    """
    renamed = services()[Accounts].rename_account(player, require_token(), args["name"])
    return json_response(Player(renamed.id, renamed.name, account=True), Cache_Control="no-store")


@players.post("/players/<player>/key")
@players.security("player")
@players.returns(201, NewPlayer)
@players.errors(401, 403, 404, 503)
def renew_player_key(player: str) -> Response:
    """Renew the key of an account.

    The key that was sent stops working at once.
    """
    renewed = services()[Accounts].renew_key(player, require_token())
    return _shown_once(NewPlayer(renewed.id, renewed.name, renewed.key))


@players.delete("/players/<player>")
@players.security("player")
@players.returns_nothing(204, "The name is erased, and the key no longer works.")
@players.errors(401, 403, 404, 503)
def delete_player(player: str) -> Response:
    """Delete an account.

    The service erases its name. Facts do not change, because they hold only the id.
    """
    services()[Accounts].delete_account(player, require_token())
    return Response(status=204)


def _shown_once(new_player: NewPlayer, location: str = "") -> Response:
    reply = json_response(
        new_player, Cache_Control="no-store", **({"Location": location} if location else {})
    )
    reply.status_code = 201
    return reply
