"""Personal links of players, for organizers."""

from __future__ import annotations

from flask import Response
from msgspec import Struct

from ...http.heavy import heavy
from ...http.requests import require_token
from ...http.resource import Resource
from ...http.responses import json_response
from ...http.services import services
from ...http.tags import Tag
from ...identity.players import PlayerDirectory
from ..access import TournamentAccess, require_role
from ..entry.registration import PlayerLinks
from ..repository import TournamentRepository

links = Resource("links", Tag.TOURNAMENTS)


class PlayerLink(Struct, frozen=True):
    """The token of a guest, null if only a new link can be issued."""

    player: str
    name: str
    token: str | None


class PlayerLinkList(Struct, frozen=True):
    """The links of all guests of a tournament; `next` is null, as one page holds them all."""

    tournament: str
    seq: int
    items: tuple[PlayerLink, ...]
    next: None = None


@links.get("/tournaments/<tournament>/links")
@heavy
@links.security("organize")
@links.returns(200, PlayerLinkList)
@links.errors(401, 403, 404)
def list_player_links(tournament: str) -> Response:
    """List the tokens of guests.

    Only organizers may read it. The command `issue_link` replaces a token.
    """
    require_role(services()[TournamentAccess].actor_for(tournament, require_token()), "organizer")
    t = services()[TournamentRepository].get(tournament)
    names = services()[PlayerDirectory].names_of(t.players)
    items = tuple(
        PlayerLink(player, names[player], services()[PlayerLinks].look_up(entry) or None)
        for player, entry in t.players.items()
        if entry.token
    )
    return json_response(PlayerLinkList(tournament, t.seq, items), Cache_Control="no-store")
