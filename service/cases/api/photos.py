"""Endpoints of photos in cases."""

from __future__ import annotations

from flask import Response, request
from werkzeug.exceptions import NotFound

from domain.messages import Message
from domain.table.recordings.photos import list_photos

from ...eventstore.store import Store
from ...http.middleware.idempotency_header import idempotent_request
from ...http.requests import optional_token, require_token
from ...http.resource import Resource
from ...http.services import services
from ...http.tags import Tag
from ...matches.repository import MatchRepository
from ...matches.viewing.access import Access
from ...matches.viewing.viewers import reveals
from ...shared.errors import Forbidden
from ..photos import MAX_PHOTO_BYTES, add_photo, remove_photo
from ..service import Cases
from .replies import CaseReply, case_response

photos = Resource("photos", Tag.DISPUTES)

JPEG, BYTES = "image/jpeg", "application/octet-stream"
PHOTO_HEADERS = {"Cache-Control": "private, max-age=3600, immutable", "Vary": "Authorization, Cookie"}


def _allow_photos() -> None:
    request.max_content_length = MAX_PHOTO_BYTES


photos.blueprint.before_request(_allow_photos)


@photos.post("/matches/<match>/disputes/<int:number>/photos")
@photos.security("play", "organize", "judge")
@photos.file_body("Photo", BYTES)
@photos.returns(201, CaseReply)
@photos.response_headers(201, "ETag", "Location")
@photos.errors(401, 403, 404, 409, 413, 422, 503)
def add_case_photo(match: str, number: int) -> Response:
    """Add a photo to a case.

    The body is a JPEG, PNG or WebP file of up to 8 MB, in any media type. The service writes it anew without
    its metadata, and the record has the hash of the stored bytes. Those who read the case see it.
    """
    token = require_token()
    by = services()[Cases].party_of(match, token)
    file = request.get_data(cache=False)
    return case_response(
        match, token, add_photo(services(), match, number, by, file, request=idempotent_request()), number
    )


@photos.post("/matches/<match>/disputes/<int:number>/photos/<int:seq>/removal")
@photos.security("organize", "judge")
@photos.returns(201, CaseReply)
@photos.response_headers(201, "ETag", "Location")
@photos.errors(401, 403, 404, 409, 503)
def remove_case_photo(match: str, number: int, seq: int) -> Response:
    """Remove a photo from a case.

    The service deletes the bytes of the photo of a fact. Its hash stays in the record.
    """
    token = require_token()
    by = services()[Cases].party_of(match, token)
    if by.startswith("seat:"):
        raise Forbidden(Message("Only judges and organizers remove photos."))
    return case_response(
        match, token, remove_photo(services(), match, number, seq, by, request=idempotent_request()), number
    )


@photos.get("/matches/<match>/photos/<sha256>")
@photos.returns(200, "Photo", JPEG)
@photos.errors(401, 403, 404, 503)
@reveals
def get_case_photo(match: str, sha256: str) -> Response:
    """Get a photo.

    Those at the table, judges and organizers see it.
    """
    return photo_response(match, sha256, optional_token())


def photo_response(match: str, sha256: str, token: str | None) -> Response:
    """Returns a photo to a reader of the cases of *match*, and of its recording to the scribe.

    Raises `Forbidden` and `NotFound`.
    """
    viewer = services()[Access].viewer_for(match, token)
    if not (viewer.reads_cases or (viewer.at_table and _is_of_recording(match, sha256))):
        raise Forbidden(Message("Photos of a case are for those at the table, judges and organizers."))
    content = services()[Store].photos.find_photo(match, sha256)
    if content is None:
        raise NotFound
    return Response(content, headers=PHOTO_HEADERS, content_type=JPEG)


def _is_of_recording(match: str, sha256: str) -> bool:
    """Returns whether a photo is evidence of the recording of *match*, and of no case."""
    listed = list_photos(services()[MatchRepository].load_facts(match))
    return any(not photo.case and photo.sha256 == sha256 for photo in listed.values())
