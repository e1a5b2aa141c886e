"""What everybody may know of a player."""

from __future__ import annotations

from flask import Response

from ..http.resource import Resource
from ..http.responses import plain, services
from .service import Profile

profiles = Resource("profiles", "Profiles: what players have done.")


@profiles.get("/players/<player>/profile")
@profiles.returns(200, Profile)
@profiles.refuses(404, 503)
def show(player: str) -> Response:
    """Tells of a player's tournaments, matches by game and by character, and rating after each rated match.

    A match is rated if everybody in it has an account, and it was played here from the beginning for
    everybody to see. Ratings are up to a minute behind. `GET /matches?player=` lists the matches.
    """
    return plain(services().profiles.of(player), Cache_Control="no-cache")
