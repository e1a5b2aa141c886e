"""Endpoints of photos as evidence of a recording."""

from __future__ import annotations

from typing import Any

from flask import Response, request

from domain.messages import Message

from ...cases import photos as table_photos
from ...http.middleware.idempotency_header import idempotent_request
from ...http.requests import require_token
from ...http.resource import Resource
from ...http.responses import created_response
from ...http.services import services
from ...http.tags import Tag
from ...matches.repository import CommandResult
from ...matches.viewing.access import Access
from ...matches.viewing.replies import Reply, command_reply_fields
from ...shared.errors import Forbidden
from ..schemas import Showing
from ..service import Recordings

photos = Resource("table_photos", Tag.RECORDINGS)

BYTES = "application/octet-stream"


def _allow_photos() -> None:
    request.max_content_length = table_photos.MAX_PHOTO_BYTES


photos.blueprint.before_request(_allow_photos)


@photos.post("/matches/<match>/photos")
@photos.security("record", "play", "organize", "judge")
@photos.arguments(Showing, location="query")
@photos.file_body("Photo", BYTES)
@photos.returns(201, Reply)
@photos.response_headers(201, "ETag")
@photos.errors(401, 403, 404, 409, 413, 422, 503)
def add_table_photo(args: dict[str, Any], match: str) -> Response:
    """Add a photo to a recording.

    The body is a JPEG, PNG or WebP file of up to 8 MB, in any media type. The photo is evidence of an
    `entry`, or of the whole recording, such as a signed sheet. The service writes it anew without its
    metadata. Those at the table, judges and organizers see it.
    """
    token = require_token()
    by = services()[Recordings].party_of(match, token)
    file = request.get_data(cache=False)
    result = table_photos.add_photo(
        services(), match, None, by, file, entry=args["entry"], request=idempotent_request()
    )
    return _reply(match, token, result)


@photos.post("/matches/<match>/photos/<int:seq>/removal")
@photos.security("organize", "judge")
@photos.returns(201, Reply)
@photos.response_headers(201, "ETag")
@photos.errors(401, 403, 404, 409, 503)
def remove_table_photo(match: str, seq: int) -> Response:
    """Remove a photo from a recording.

    The service deletes the bytes of the photo of a fact. Its hash stays in the record.
    """
    token = require_token()
    by = services()[Recordings].party_of(match, token)
    if not by.startswith(("judge:", "organizer:")):
        raise Forbidden(Message("Only judges and organizers remove photos."))
    result = table_photos.remove_photo(services(), match, None, seq, by, request=idempotent_request())
    return _reply(match, token, result)


def _reply(match: str, token: str, result: CommandResult) -> Response:
    viewer = services()[Access].viewer_for(match, token)
    reply = Reply(**command_reply_fields(services(), match, result, viewer))
    return created_response(reply, reply.seq)
