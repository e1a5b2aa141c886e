"""Imports: a match from another house, taken in when all of its proofs hold."""

from __future__ import annotations

from flask import Response, request
from msgspec import Struct
from werkzeug.exceptions import UnsupportedMediaType

from domain.messages import Message
from replays.proof.receipts import Receipt

from ..imports import LARGEST, take_in
from ..records import Forbidden
from .bodies import check_members
from .contract import JSON, Resource
from .replies import house, written
from .requests import needed_bearer

imports = Resource("imports", "Matches from files.")

TEXT = "text/plain"


def _allow() -> None:
    request.max_content_length = LARGEST


imports.blueprint.before_request(_allow)


class ImportedMatch(Struct, frozen=True):
    """A match just taken in, with the id, the chain and the head that it had; and a receipt for it."""

    match: str
    seq: int
    position: int
    receipt: Receipt


@imports.post("/imports")
@imports.needs("judge", "organize")
@imports.takes_file("Record", JSON, TEXT)
@imports.returns(201, "ImportedMatch")
@imports.refuses(401, 403, 409, 413, 415, 422, 503)
def take() -> Response:
    """Takes in a match: the judge's copy of a record, or a whole transcript. For judges and organizers.

    Nothing of it is kept unless every proof holds and the answers, decided again, lead to its facts. A match
    that was going on can be played on, by the tokens of its players.
    """
    badge = house().matches.badge(needed_bearer())
    if not {"judge", "organize"}.intersection(badge.scopes):
        raise Forbidden(Message("Only judges and organizers bring in matches."))
    if request.mimetype not in (JSON, TEXT):
        raise UnsupportedMediaType(
            Message("A record is sent as {json}, a transcript as {text}.", json=JSON, text=TEXT)
        )
    if request.mimetype == JSON:
        check_members(request.get_data())
    imported = take_in(house(), request.get_data())
    reply = written(
        ImportedMatch(imported.match, imported.facts, imported.position, imported.receipt), imported.facts
    )
    reply.headers["Location"] = f"/matches/{imported.match}"
    return reply
