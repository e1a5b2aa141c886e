"""Endpoint that imports a match or a tournament from another service after checking its proofs."""

from __future__ import annotations

from flask import Response, request
from msgspec import Struct
from werkzeug.exceptions import UnsupportedMediaType

from domain.messages import Message
from domain.table import Import
from replays.proof import bundle
from replays.proof.receipts import Receipt

from ...http.addresses import API
from ...http.bodies.json_bodies import JSON, check_members
from ...http.middleware.idempotency_header import idempotent_request
from ...http.requests import require_token
from ...http.resource import Resource
from ...http.responses import created_response
from ...http.services import services
from ...http.tags import Tag
from ...jobs.queue import JobQueue
from ...jobs.views import Job, accepted_job, make_submitter
from ...matches.viewing.access import Access
from ...shared.errors import Forbidden
from .. import tournament_imports as tournaments
from ..imports import MAX_FILE_BYTES, import_match
from ..jobs import LARGEST_INLINE_BYTES, submit_import

imports = Resource("imports", Tag.PROOFS)

TEXT = "text/plain"


def _allow_large_files() -> None:
    request.max_content_length = MAX_FILE_BYTES


imports.blueprint.before_request(_allow_large_files)


class ImportedRecord(Struct, frozen=True):
    """An imported match, or a tournament with its `matches`: its last fact, its position, a receipt.

    A record keeps its id and its chain. `imported` is the fact with its origin, appended to those of the
    file; it is null for a record that this service wrote itself, which it restores unchanged.
    """

    id: str
    seq: int
    position: int
    receipt: Receipt
    imported: Import | None
    matches: tuple[str, ...] = ()


@imports.post("/imports")
@imports.security("judge", "organize")
@imports.file_body("Record", JSON, TEXT, other="Bundle")
@imports.returns(201, ImportedRecord)
@imports.returns(202, Job)
@imports.response_headers(201, "ETag", "Location")
@imports.response_headers(202, "Location", "Retry-After")
@imports.errors(401, 403, 409, 413, 415, 422, 503)
def import_record() -> Response:
    """Import a record.

    The body is a judge's record, a complete transcript, or an organizers' bundle. The service imports it
    only if all proofs hold and all answers lead to the same facts. The import keeps the importer, the
    origin and the key that signed it. Players keep ids of the form `id@service`. A transcript has no
    signature, so it becomes a study with a new id. The tokens of its players can continue an unfinished
    match. A token for one event imports matches of that event only. A tournament must be over. It is
    imported with all its matches or not at all, and accepts no commands here. Judges and organizers may
    import matches, organizers tournaments. A job imports a large file: the status is 202, and `Location`
    is the address of the job.
    """
    token = require_token()
    api_token = services()[Access].api_token(token)
    if not {"judge", "organize"}.intersection(api_token.scopes):
        raise Forbidden(Message("Only judges and organizers bring in matches."))
    if request.mimetype not in (JSON, TEXT):
        raise UnsupportedMediaType(
            Message("A record is sent as {json}, a transcript as {text}.", json=JSON, text=TEXT)
        )
    if request.mimetype == JSON:
        check_members(request.get_data())
    file, by, event = request.get_data(), api_token.name, api_token.event
    is_tournament = bundle.is_bundle(file)
    if is_tournament and "organize" not in api_token.scopes:
        raise Forbidden(Message("Only organizers bring in tournaments."))
    if len(file) > LARGEST_INLINE_BYTES:
        return accepted_job(submit_import(services()[JobQueue], file, by, event, make_submitter(token)))
    if is_tournament:
        imported_tournament = tournaments.import_tournament(
            services(), file, by, event, request=idempotent_request()
        )
        reply = created_response(ImportedRecord(*imported_tournament), imported_tournament.seq)
        reply.headers["Location"] = f"{API}/tournaments/{imported_tournament.tournament}"
        return reply
    imported = import_match(services(), file, by, event, request=idempotent_request())
    reply = created_response(ImportedRecord(*imported), imported.seq)
    reply.headers["Location"] = f"{API}/matches/{imported.match}"
    return reply
