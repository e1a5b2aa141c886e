"""Photos of all tables of a tournament, as a ZIP file or in a folder.

Each file is `SHA256.jpg`, by the hash of its bytes in the record of its match. Removed photos are left out.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import ZipFile, ZipInfo

from domain.tournament.facts import MatchBound, RecordBound

from ...eventstore.store import Store
from ...shared.registry import Registry

ZIP_TYPE = "application/zip"


class PhotoFile(NamedTuple):
    """A photo as a file of a name."""

    name: str
    content: bytes


class _Outlet(io.RawIOBase):
    """A stream that holds the written bytes until somebody takes them."""

    def __init__(self) -> None:
        super().__init__()
        self._held = bytearray()

    def writable(self) -> bool:
        """Returns that it is a stream for writing."""
        return True

    def write(self, data: Any) -> int:
        """Holds *data*."""
        self._held += data
        return len(data)

    def take(self) -> bytes:
        """Returns the bytes since the last call."""
        taken = bytes(self._held)
        self._held.clear()
        return taken


def iter_photos(services: Registry, tournament: str) -> Iterator[PhotoFile]:
    """Yields the photos of all matches of a *tournament*, each hash once, one in memory at a time."""
    photos, written = services[Store].photos, set[str]()
    for fact in services[Store].raw_facts(tournament):
        if not isinstance(fact.event, MatchBound | RecordBound):
            continue
        match = fact.event.match
        for sha256 in sorted(photos.list_hashes(match) - written):
            content = photos.find_photo(match, sha256)
            if content is not None:  # somebody removes one meanwhile
                written.add(sha256)
                yield PhotoFile(f"{sha256}.jpg", content)


def zip_chunks(services: Registry, tournament: str) -> Iterator[bytes]:
    """Yields the photos of a *tournament* as a ZIP file without compression, a photo in each chunk."""
    outlet = _Outlet()
    with ZipFile(outlet, "w") as archive:
        for photo in iter_photos(services, tournament):
            archive.writestr(ZipInfo(photo.name), photo.content)
            yield outlet.take()
    yield outlet.take()


def write_photos(services: Registry, tournament: str, folder: Path) -> int:
    """Writes the photos of a *tournament* into *folder*, and returns their number; raises `OSError`."""
    folder.mkdir(parents=True, exist_ok=True)
    count = 0
    for photo in iter_photos(services, tournament):
        (folder / photo.name).write_bytes(photo.content)
        count += 1
    return count
