"""Background jobs that import large files."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from msgspec import Struct

from replays.proof import bundle

from ..database.jobs import JobRow
from ..jobs.queue import JobQueue, Submitter, job_request
from ..shared.registry import Registry
from . import imports
from . import tournament_imports as tournaments

LARGEST_INLINE_BYTES = 128 * 1024
"""Size of a file that a request imports itself, about a bundle of one round of 200 players."""


class ImportRequest(Struct, frozen=True, array_like=True):
    """File with the name of its importer and the required event, if any."""

    file: bytes
    by: str
    event: str


class ImportedFile(Struct, frozen=True):
    """Result of an import job, with the record, its last fact and the matches of a tournament."""

    record: str
    seq: int
    position: int
    matches: tuple[str, ...] = ()


def submit_import(queue: JobQueue, file: bytes, by: str, event: str, submitter: Submitter) -> JobRow:
    """Submits an import as a job. Raises `TooManyJobs`."""
    return queue.submit_job("import", "", submitter, msgspec.msgpack.encode(ImportRequest(file, by, event)))


def import_file(services: Registry, row: JobRow, advance: Callable[[int, int], None]) -> bytes:
    """Imports the file of a job. Returns an `ImportedFile` as JSON or raises the import's errors."""
    request = msgspec.msgpack.decode(row.payload, type=ImportRequest)
    repeatable = job_request(services, row)
    if bundle.is_bundle(request.file):
        imported_tournament = tournaments.import_tournament(
            services, request.file, request.by, request.event, request=repeatable, advance=advance
        )
        return msgspec.json.encode(
            ImportedFile(
                imported_tournament.tournament,
                imported_tournament.seq,
                imported_tournament.position,
                imported_tournament.matches,
            )
        )
    match = imports.import_match(services, request.file, request.by, request.event, request=repeatable)
    return msgspec.json.encode(ImportedFile(match.match, match.seq, match.position))
