"""Endpoints of commentaries, with their requests."""

from __future__ import annotations

from typing import Any

import marshmallow as ma
from flask import Response
from marshmallow import fields, validate
from msgspec import Struct

from domain.messages import Message
from domain.published import Instant
from service.commentaries.service import Commentary

from ..http.addresses import API
from ..http.bodies.patterns import Cursor, PatternString, StrictInteger, check_name, require_name_or_key
from ..http.middleware.rate_limit_headers import charge_commentary
from ..http.requests import optional_token, require_token
from ..http.resource import Resource
from ..http.responses import json_response, next_link
from ..http.services import services
from ..http.tags import Tag
from ..identity.schemas import requested_player
from ..matches.viewing.access import Access
from ..shared import digests
from ..shared.player_names import MAX_NAME_LENGTH, NAME_PATTERN
from .service import CommentaryService, Listed, Note, UnknownCommentary

_LINE = PatternString(NAME_PATTERN, error="This is one line, not blank, without control characters.")


class Commenting(ma.Schema):
    """Title and author of a new commentary: a guest by name, or an account by its key."""

    title = fields.String(required=True, validate=[validate.Length(min=1, max=200), _LINE])
    author = fields.String(
        validate=[validate.Length(min=1, max=MAX_NAME_LENGTH), _LINE, check_name],
    )
    key = fields.String(
        validate=validate.Length(min=1, max=MAX_NAME_LENGTH),
    )

    @ma.validates_schema
    def take_one_or_the_other(self, args: dict[str, Any], **_: object) -> None:
        """Refuses a body without an author, and a name beside a key."""
        require_name_or_key(args, "author", "key")


class Commentaries(ma.Schema):
    """Page of the commentaries on a match."""

    cursor = Cursor("c-[0-9a-f]{16}")
    limit = StrictInteger(validate=validate.Range(min=1, max=200), load_default=200)


class Noting(ma.Schema):
    """Note on a fact, with its marks on the board."""

    text = fields.String(required=True, validate=validate.Length(min=1, max=2000))
    marks = fields.List(
        fields.String(validate=[validate.Length(min=1, max=100), _LINE]),
        load_default=list,
        validate=validate.Length(max=60),
    )


commentaries = Resource("commentaries", Tag.ANALYSIS)

NOTE = "/commentaries/<commentary>/notes/<int:seq>"


class NewCommentary(Struct, frozen=True):
    """A new commentary, and the token that edits it, which is shown only this once."""

    id: str
    match: str
    title: str
    author: str
    created: Instant
    token: str
    account: bool


class CommentaryList(Struct, frozen=True):
    """Commentaries on a match, the oldest first; `next` is the cursor of the next page, if there is one."""

    items: list[Listed]
    next: str | None


@commentaries.post("/matches/<match>/commentaries", "IDEMPOTENCY_SECRET")
@commentaries.arguments(Commenting, example={"title": "Where it was lost", "author": "Grace"})
@commentaries.returns(201, NewCommentary)
@commentaries.response_headers(201, "Location")
@commentaries.errors(400, 401, 403, 404, 409, 413, 415, 422, 503)
def create_commentary(args: dict[str, Any], match: str) -> Response:
    """Create a commentary on a match.

    The token in the reply writes its notes. Every viewer of the match may read it.
    """
    token, viewer = digests.new_token(), services()[Access].viewer_for(match, optional_token())
    charge_commentary()
    commentary = services()[CommentaryService].create_commentary(
        match, viewer, args["title"], requested_player(args, "author"), token
    )
    new_commentary = NewCommentary(
        commentary.id,
        commentary.match,
        commentary.title,
        commentary.author,
        commentary.created,
        token,
        commentary.account,
    )
    reply = json_response(
        new_commentary, Cache_Control="no-store", Location=f"{API}/commentaries/{commentary.id}"
    )
    reply.status_code = 201
    return reply


@commentaries.get("/matches/<match>/commentaries")
@commentaries.arguments(Commentaries, location="query")
@commentaries.returns(200, CommentaryList)
@commentaries.errors(401, 404, 422, 503)
def list_commentaries(args: dict[str, Any], match: str) -> Response:
    """List commentaries on a match.

    The oldest commentary comes first, with the number of notes that this viewer may read.
    """
    window = services()[Access].window(match, services()[Access].viewer_for(match, optional_token()))
    listed_commentaries, limit = services()[CommentaryService].list_commentaries(window), args["limit"]
    ids = [commentary.id for commentary in listed_commentaries]
    if args["cursor"]:
        if args["cursor"] not in ids:
            raise UnknownCommentary(Message("There is no commentary {id}.", id=args["cursor"]))
        listed_commentaries = listed_commentaries[ids.index(args["cursor"]) + 1 :]
    page = listed_commentaries[:limit]
    following = page[-1].id if len(listed_commentaries) > limit else None
    return json_response(
        CommentaryList(page, following), Cache_Control="private, no-cache", **next_link(following)
    )


@commentaries.get("/commentaries/<commentary>")
@commentaries.returns(200, Commentary)
@commentaries.errors(401, 404, 503)
def get_commentary(commentary: str) -> Response:
    """Get a commentary.

    It has the notes on all facts that this viewer may see, in the order of the match.
    """
    return json_response(
        services()[CommentaryService].read_commentary(commentary, optional_token()),
        Cache_Control="private, no-cache",
    )


@commentaries.delete("/commentaries/<commentary>")
@commentaries.security("edit", "judge")
@commentaries.returns_nothing(204, "The commentary and its notes are deleted.")
@commentaries.errors(401, 403, 404, 503)
def delete_commentary(commentary: str) -> Response:
    """Delete a commentary.

    Its author or a judge may delete it.
    """
    services()[CommentaryService].delete_commentary(commentary, require_token())
    return Response(status=204)


@commentaries.put(NOTE)
@commentaries.security("edit")
@commentaries.arguments(Noting, example={"text": "Here the match turns.", "marks": ["d4"]})
@commentaries.returns(200, Note)
@commentaries.errors(400, 401, 403, 404, 409, 413, 415, 422, 503)
def put_note(args: dict[str, Any], commentary: str, seq: int) -> Response:
    """Write a note on a fact.

    It replaces the note that the commentary had on this fact.
    """
    note = Note(seq, args["text"], tuple(args["marks"]))
    return json_response(
        services()[CommentaryService].write_note(commentary, require_token(), note), Cache_Control="no-store"
    )


@commentaries.delete(NOTE)
@commentaries.security("edit")
@commentaries.returns_nothing(204, "The note is deleted.")
@commentaries.errors(401, 403, 404, 503)
def delete_note(commentary: str, seq: int) -> Response:
    """Delete a note.

    The fact can get a new note later.
    """
    services()[CommentaryService].delete_note(commentary, require_token(), seq)
    return Response(status=204)
