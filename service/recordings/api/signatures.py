"""Endpoints of signatures and objections under a recording."""

from __future__ import annotations

from typing import Any

from flask import Response

from ...http.middleware.idempotency_header import idempotent_request
from ...http.requests import require_token
from ...http.resource import Resource
from ...http.responses import created_response
from ...http.services import services
from ...http.tags import Tag
from ...matches.repository import CommandResult
from ...matches.viewing.access import Access
from ...matches.viewing.replies import Reply, command_reply_fields
from ..schemas import Objecting, Signing
from ..service import Recordings

signatures = Resource("signatures", Tag.RECORDINGS)

EXAMPLE_HEAD = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"


@signatures.post("/matches/<match>/signatures")
@signatures.security("play", "organize", "judge")
@signatures.arguments(Signing, example={"seat": 0, "head": EXAMPLE_HEAD})
@signatures.returns(201, Reply)
@signatures.response_headers(201, "ETag")
@signatures.errors(400, 401, 403, 404, 409, 413, 415, 422, 503)
def sign_recording(args: dict[str, Any], match: str) -> Response:
    """Sign a recording.

    After the end each player signs for the own seat, under the hash of the last fact. An organizer or a judge
    enters a signature on paper.
    """
    token = require_token()
    recordings = services()[Recordings]
    by = recordings.party_of(match, token)
    result = recordings.signatures.sign(
        match, by, args["seat"], args["head"], args["how"], request=idempotent_request()
    )
    return make_reply(match, token, result)


@signatures.post("/matches/<match>/objections")
@signatures.security("play", "organize", "judge")
@signatures.arguments(Objecting, example={"seat": 0, "entry": 12, "text": "I moved to d4, not to d5."})
@signatures.returns(201, Reply)
@signatures.response_headers(201, "ETag")
@signatures.errors(400, 401, 403, 404, 409, 413, 415, 422, 503)
def object_to_entry(args: dict[str, Any], match: str) -> Response:
    """Object to an entry.

    Only the table, judges and organizers read the reason. An objection ends with a later signature.
    """
    token = require_token()
    recordings = services()[Recordings]
    by = recordings.party_of(match, token)
    result = recordings.signatures.object_to(
        match, by, args["seat"], args["entry"], args["text"], request=idempotent_request()
    )
    return make_reply(match, token, result)


def make_reply(match: str, token: str, result: CommandResult) -> Response:
    """Returns the reply to a command about a recording, for the viewer with *token*."""
    viewer = services()[Access].viewer_for(match, token)
    reply = Reply(**command_reply_fields(services(), match, result, viewer))
    return created_response(reply, reply.seq)
