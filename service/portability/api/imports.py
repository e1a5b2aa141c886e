"""Imports: a match from another service, taken in when all of its proofs hold."""

from __future__ import annotations

from flask import Response, request
from msgspec import Struct
from werkzeug.exceptions import UnsupportedMediaType

from domain.messages import Message
from domain.table import Import
from replays.proof.receipts import Receipt

from ...http.idempotency_header import idempotent_request
from ...http.json_bodies import JSON, check_members
from ...http.requests import needed_bearer
from ...http.resource import Resource
from ...http.responses import services, written
from ...matches.errors import Forbidden
from ..imports import LARGEST, take_in

imports = Resource("imports", "Matches from files.")

TEXT = "text/plain"


def _allow() -> None:
    request.max_content_length = LARGEST


imports.blueprint.before_request(_allow)


class ImportedMatch(Struct, frozen=True):
    """A match just taken in: its last fact, where that stands, and a receipt for it.

    A record keeps its id and its chain. `imported` is the fact that says where it is from, appended to those
    of the file; it is null for a match that this service had written, which is taken back as it was.
    """

    match: str
    seq: int
    position: int
    receipt: Receipt
    imported: Import | None


@imports.post("/imports")
@imports.needs("judge", "organize")
@imports.takes_file("Record", JSON, TEXT)
@imports.returns(201, ImportedMatch)
@imports.sends(201, "ETag", "Location")
@imports.refuses(401, 403, 409, 413, 415, 422, 503)
def take() -> Response:
    """Takes in a match: the judge's copy of a record, or a whole transcript. For judges and organizers.

    Nothing of it is kept unless every proof holds and the answers, decided again, lead to its facts. It is
    marked as imported: by whom, from which service, and by which key it was signed there. Its players stay
    those of that service (`id@service`). A transcript, which nobody signed, becomes a study under a new id. A
    match that was going on can be played on, by the tokens of its players. An API token that is for one event
    brings in matches of that event alone.
    """
    api_token = services().access.api_token(needed_bearer())
    if not {"judge", "organize"}.intersection(api_token.scopes):
        raise Forbidden(Message("Only judges and organizers bring in matches."))
    if request.mimetype not in (JSON, TEXT):
        raise UnsupportedMediaType(
            Message("A record is sent as {json}, a transcript as {text}.", json=JSON, text=TEXT)
        )
    if request.mimetype == JSON:
        check_members(request.get_data())
    imported = take_in(
        services(), request.get_data(), api_token.name, api_token.event, request=idempotent_request()
    )
    reply = written(ImportedMatch(*imported), imported.seq)
    reply.headers["Location"] = f"/matches/{imported.match}"
    return reply
