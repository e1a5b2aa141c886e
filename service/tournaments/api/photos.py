"""Photos of all tables of a tournament, for its organizers and judges."""

from __future__ import annotations

from flask import Response, stream_with_context

from ...http.heavy import costly
from ...http.middleware.work_charges import charge_chunks
from ...http.requests import require_token
from ...http.resource import Resource
from ...http.services import services
from ...http.tags import Tag
from ..access import Actor, TournamentAccess, require_role
from ..exports.photos import ZIP_TYPE, zip_chunks
from ..repository import TournamentRepository

photos = Resource("tournament_photo_files", Tag.RESULTS)


@photos.get("/tournaments/<tournament>/photos")
@photos.security("organize", "judge")
@costly
@photos.returns(200, "Photo", ZIP_TYPE)
@photos.errors(401, 404)
def export_photos(tournament: str) -> Response:
    """Export the photos of a tournament.

    The ZIP file has each photo of its tables as `SHA256.jpg`. Removed photos are left out.
    `recount verify BUNDLE --photos FILE` compares them with the hashes in the records of the matches.
    """
    actor = services()[TournamentAccess].actor_for(tournament, require_token())
    return photos_response(tournament, actor)


def photos_response(tournament: str, actor: Actor) -> Response:
    """Returns the photos to an organizer or a judge; raises `UnknownTournament` and `Forbidden`."""
    services()[TournamentRepository].get(tournament)
    require_role(actor, "organizer", "judge")
    headers = {
        "Cache-Control": "private, no-store",
        "Content-Disposition": f'attachment; filename="{tournament}-photos.zip"',
        "Vary": "Authorization, Cookie",
    }
    chunks = charge_chunks(zip_chunks(services(), tournament))
    return Response(stream_with_context(chunks), headers=headers, content_type=ZIP_TYPE)
