"""Endpoints of the set phrases of players."""

from __future__ import annotations

from typing import Any

import marshmallow as ma
from flask import Response
from marshmallow import fields, validate
from msgspec import Struct

from ...http.requests import optional_token, require_token
from ...http.resource import Resource
from ...http.responses import json_response
from ...http.services import services
from ...http.tags import Tag
from ..talk import PHRASES, SentPhrase, Talk

talk = Resource("talk", Tag.PLAY)


class Speaking(ma.Schema):
    """A set phrase."""

    phrase = fields.String(required=True, validate=validate.OneOf(PHRASES))


class PhraseList(Struct, frozen=True):
    """The last phrases of the players at a match, the oldest first."""

    items: list[SentPhrase]


@talk.get("/matches/<match>/phrases", "VIEWER")
@talk.returns(200, PhraseList)
@talk.errors(401, 403, 404, 503)
def list_phrases(match: str) -> Response:
    """List the phrases of players.

    The service stores the last 50 phrases of a match. In a match with a delay, the public reads them after
    its end.
    """
    return json_response(
        PhraseList(services()[Talk].list_phrases(match, optional_token())), Cache_Control="no-store"
    )


@talk.post("/matches/<match>/phrases")
@talk.security("play")
@talk.arguments(Speaking, example={"phrase": "good-luck"})
@talk.returns(201, SentPhrase)
@talk.errors(400, 401, 403, 404, 413, 415, 422, 429, 503)
def send_phrase(args: dict[str, Any], match: str) -> Response:
    """Send a phrase.

    Players send set phrases, and pages show them in the language of each reader. A seat may send 4 in 20
    seconds.
    """
    sent = services()[Talk].send_phrase(match, require_token(), args["phrase"])
    reply = json_response(sent, Cache_Control="no-store")
    reply.status_code = 201
    return reply
