"""Jobs of imports: taking in a large file."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from msgspec import Struct

from replays.proof import bundle

from ..database.jobs import JobRow
from ..jobs.queue import JobQueue, job_request
from ..shared.registry import Registry
from . import imports
from . import tournament_imports as tournaments

LARGEST_INLINE_BYTES = 128 * 1024
"""Size up to which a request imports a file: the bundle of a round of about 200 players, paired again."""


class ImportRequest(Struct, frozen=True, array_like=True):
    """A file, the name of its importer, and the event that it has to belong to, if any."""

    file: bytes
    by: str
    event: str


class ImportedFile(Struct, frozen=True):
    """A file that a job took in: its record, the last fact of it, and the matches of a tournament."""

    record: str
    seq: int
    position: int
    matches: tuple[str, ...] = ()


def submit_import(queue: JobQueue, file: bytes, by: str, event: str, token: str) -> JobRow:
    """Submits an import as a job. Raises `TooManyJobs`."""
    return queue.submit_job("import", "", token, msgspec.msgpack.encode(ImportRequest(file, by, event)))


def import_file(services: Registry, row: JobRow, advance: Callable[[int, int], None]) -> bytes:
    """Takes a file in, and returns an `ImportedFile`; raises what an import is refused with."""
    request = msgspec.msgpack.decode(row.payload, type=ImportRequest)
    repeatable = job_request(services, row)
    if bundle.is_bundle(request.file):
        imported_tournament = tournaments.take_in(
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
    match = imports.take_in(services, request.file, request.by, request.event, request=repeatable)
    return msgspec.json.encode(ImportedFile(match.match, match.seq, match.position))
