"""Photos of all tables of a tournament, as a file for its organizers and judges."""

from __future__ import annotations

from flask import Response

from ....http.heavy import costly
from ....http.pages import Pages
from ...api.photos import photos_response
from ..organizer.desk_access import staff_actor, token_page

pages = Pages("tournament_photos", __name__)


@pages.get("/t/<tournament>/desk/photos.zip")
@costly
def show(tournament: str) -> Response | tuple[str, int]:
    """Returns the photos to this browser's organizer or judge, or asks for an API token."""
    actor = staff_actor(tournament)
    if not actor.is_staff:
        return token_page("", tournament), 401
    return photos_response(tournament, actor)
