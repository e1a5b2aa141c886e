"""Jobs that export tournaments as large bundles."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import msgspec
from msgspec import Struct

from domain.tournament.state import Tournament

from ...database.jobs import JobRow
from ...jobs.queue import JobQueue, Submitter
from ...shared.registry import Registry
from ..access import Actor
from ..repository import TournamentRepository
from .bundles import bundle_chunks, bundle_size, matches_of
from .effort import MAX_INLINE_SECONDS, export_seconds

PIECE_BYTES = 1_000_000
"""Minimum size of a stored piece of a file."""


class ExportRequest(Struct, frozen=True):
    """The bundle of a tournament up to a fact, and whether its organizers read it."""

    seq: int
    manages: bool


class ExportedFile(Struct, frozen=True):
    """The bundle that a job exported: its last fact, its size, and whether its organizers alone read it.

    `facts` counts those of its matches too. `GET /tournaments/{id}/export?job={job}`
    returns it, for 10 minutes.
    """

    tournament: str
    seq: int
    bytes: int
    facts: int
    manages: bool


def start_export(
    services: Registry, tournament: str, t: Tournament, actor: Actor, submitter: Submitter
) -> JobRow | None:
    """Returns the job of a long export, shared by equal requests, or `None`.

    Raises `TooManyJobs`.
    """
    if not _is_long(services, t):
        return None
    request = ExportRequest(t.seq, actor.manages)
    return services[JobQueue].submit_question("export", tournament, submitter, msgspec.json.encode(request))


def find_export(services: Registry, tournament: str, actor: Actor, id: str) -> JobRow | None:
    """Returns the export job *id* of the tournament if *actor* may read its bundle."""
    row = services[JobQueue].find_job(id)
    if row is None or (row.kind, row.subject) != ("export", tournament):
        return None
    if row.is_active:
        manages = msgspec.json.decode(row.payload, type=ExportRequest).manages
    elif row.state == "done":
        manages = msgspec.json.decode(row.result, type=ExportedFile).manages
    else:
        manages = False
    return row if actor.manages or not manages else None


def export_bundle(services: Registry, row: JobRow, advance: Callable[[int, int], None]) -> bytes:
    """Writes the bundle of a tournament, and returns an `ExportedFile`; raises `UnknownTournament`."""
    request = msgspec.json.decode(row.payload, type=ExportRequest)
    t = services[TournamentRepository].get(row.subject)
    total = 1 + len(matches_of(t))

    def with_progress(chunks: Iterable[bytes]) -> Iterator[bytes]:
        for number, chunk in enumerate(chunks, 1):
            advance(min(number, total), total)
            yield chunk

    chunks = bundle_chunks(services, row.subject, managed=request.manages)
    written = services[JobQueue].write_file(row.id, _join_chunks(with_progress(chunks)))
    return msgspec.json.encode(
        ExportedFile(row.subject, t.seq, written, bundle_size(services, t), request.manages)
    )


def _is_long(services: Registry, t: Tournament) -> bool:
    matches = len(matches_of(t))
    if export_seconds(t, matches, 0) > MAX_INLINE_SECONDS:
        return True
    return export_seconds(t, matches, bundle_size(services, t) - t.seq) > MAX_INLINE_SECONDS


def _join_chunks(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Yields *chunks* joined to pieces."""
    piece = bytearray()
    for chunk in chunks:
        piece += chunk
        if len(piece) >= PIECE_BYTES:
            yield bytes(piece)
            piece.clear()
    if piece:
        yield bytes(piece)
