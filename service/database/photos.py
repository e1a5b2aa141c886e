"""Rows of photos, whose hashes are in facts of matches."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sqlalchemy import bindparam, delete, func, select, tuple_
from sqlalchemy.dialects.postgresql import insert

from .engine import Database, RowWrite
from .tables import match_owners, photos

PAGE_SIZE = 20
"""Photos in one read."""


class PhotoRow(NamedTuple):
    """Photo of a match of an event, `size` bytes with this hash."""

    match: str
    sha256: str
    event: str
    size: int
    content: bytes


_OF_MATCH = photos.c.match == bindparam("of")
_ONE = select(photos.c.content).where(_OF_MATCH, photos.c.sha256 == bindparam("digest"))
_HASHES = select(photos.c.sha256).where(_OF_MATCH)
_SIZE = select(func.coalesce(func.sum(photos.c.size), 0)).where(photos.c.event == bindparam("of"))
_PAGE = (
    select(photos.c.match, photos.c.sha256, photos.c.content)
    .where(tuple_(photos.c.match, photos.c.sha256) > tuple_(bindparam("after"), bindparam("digest")))
    .order_by(photos.c.match, photos.c.sha256)
    .limit(PAGE_SIZE)
)
_OWNED = (
    select(func.coalesce(func.sum(photos.c.size), 0))
    .join(match_owners, match_owners.c.match == photos.c.match)
    .where(match_owners.c.owner == bindparam("of"), photos.c.event == "")
)
_ADD = insert(photos).on_conflict_do_nothing()
_DELETE = delete(photos).where(_OF_MATCH, photos.c.sha256 == bindparam("digest"))


def photo_insertion(row: PhotoRow) -> RowWrite:
    """Returns the write that adds a photo, unless the match has one with its hash."""
    return RowWrite(_ADD, row._asdict())


def photo_deletion(match: str, sha256: str) -> RowWrite:
    """Returns the write that deletes the bytes of a photo."""
    return RowWrite(_DELETE, {"of": match, "digest": sha256})


class PhotoRepository:
    """Repository of photos. Its methods raise database errors. The append of a fact writes the row."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def find_photo(self, match: str, sha256: str) -> bytes | None:
        """Returns the bytes of a photo, or `None` without them."""
        return next(
            (bytes(row[0]) for row in self._database.select_rows(_ONE, of=match, digest=sha256)), None
        )

    def list_hashes(self, match: str) -> frozenset[str]:
        """Returns the hashes of the photos of *match*."""
        return frozenset(row[0] for row in self._database.select_rows(_HASHES, of=match))

    def read_all(self) -> Iterator[tuple[str, str, bytes]]:
        """Yields the match, the hash and the bytes of every photo."""
        after = ("", "")
        while rows := self._database.select_rows(_PAGE, after=after[0], digest=after[1]):
            for match, sha256, content in rows:
                yield match, sha256, bytes(content)
                after = match, sha256

    def event_bytes(self, event: str) -> int:
        """Returns the size of all photos of an *event*, or of matches without one."""
        return next(int(row[0]) for row in self._database.select_rows(_SIZE, of=event))

    def owner_bytes(self, owner: str) -> int:
        """Returns the size of all photos of an *owner*'s matches under way without an event."""
        return next(int(row[0]) for row in self._database.select_rows(_OWNED, of=owner))
