"""Endpoints of players' notes about cards that they alone saw."""

from __future__ import annotations

from typing import Any

from flask import Response

from domain.recording.entries import Ref

from ...http.heavy import costly
from ...http.middleware.idempotency_header import idempotent_request
from ...http.requests import require_token
from ...http.resource import Resource
from ...http.services import services
from ...http.tags import Tag
from ...matches.viewing.replies import Reply
from ..schemas import NoteBody
from ..service import Recordings
from .signatures import make_reply

notes = Resource("draw_notes", Tag.RECORDINGS)


@notes.post("/matches/<match>/notes")
@notes.security("play")
@notes.arguments(NoteBody, example={"seat": 0, "fact": 41, "index": 0, "card": "SAM05"})
@notes.returns(201, Reply)
@notes.response_headers(201, "ETag")
@notes.errors(400, 401, 403, 404, 409, 413, 415, 422, 503)
def note_draw(args: dict[str, Any], match: str) -> Response:
    """Note a card that the own seat drew.

    Only that seat reads the card, and no entry depends on it. A later note of the same place replaces it. The
    service refuses a card of another deck, and nothing else.
    """
    token = require_token()
    recordings = services()[Recordings]
    by, ref = recordings.party_of(match, token), Ref(args["fact"], args["index"])
    result = recordings.notes.note_draw(
        match, by, args["seat"], ref, args["card"], request=idempotent_request()
    )
    return make_reply(match, token, result)


@notes.post("/matches/<match>/notes/open")
@costly
@notes.security("record", "play", "organize", "judge")
@notes.returns(201, Reply)
@notes.response_headers(201, "ETag")
@notes.errors(400, 401, 403, 404, 409, 413, 415, 422, 503)
def open_notes(match: str) -> Response:
    """Open the notes of all players.

    After the end each note becomes a name of its card. A note becomes a public contradiction if no deal is
    found with it.
    """
    token = require_token()
    recordings = services()[Recordings]
    recordings.party_of(match, token)
    return make_reply(match, token, recordings.notes.open_notes(match, request=idempotent_request()))
