"""The interface of stores for views and positions of projections."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from domain.errors import RecountError


class ViewStoreUnavailable(RecountError):
    """The view store cannot be reached or does not answer."""

    slug = "unavailable"


VIEW_STORE_ERRORS = (ViewStoreUnavailable, sqlite3.Error)
"""Errors of reads while the view store is unavailable."""


class CheckpointConflict(Exception):
    """Another runner moved or cleared the projection; the computed views are outdated."""

    def __init__(self, name: str, after: int, position: int) -> None:
        super().__init__(f"{name} was expected at position {after}, and is at {position}.")


class ProjectionBatch(NamedTuple):
    """The new views of a projection for the facts between two positions."""

    name: str
    changes: Mapping[str, bytes]
    after: int
    position: int

    def require_position(self, position_found: int) -> None:
        """Raises `CheckpointConflict` unless the projection is *position_found* at the start of the batch."""
        if position_found != self.after:
            raise CheckpointConflict(self.name, self.after, position_found)


class ViewStore(Protocol):
    """A store of views, safe for several threads and processes.

    Its methods raise `ViewStoreUnavailable`; the one in SQLite raises `sqlite3.Error` instead.
    """

    def position(self, name: str) -> int:
        """Returns the position of the projection *name*, 0 at first."""

    def save(self, name: str, changes: Mapping[str, bytes], after: int, position: int) -> None:
        """Stores *changes* and moves from position *after* to *position* atomically.

        Raises `CheckpointConflict`, and stores nothing, when the projection is not at *after*. Therefore two
        runners may share a store: one of them wins each batch.
        """

    def save_each(self, steps: Sequence[ProjectionBatch]) -> list[int]:
        """Stores each fitting batch like `save`, in one transaction.

        Returns the position found for each projection; its batch was stored if it starts there.
        """

    def get(self, name: str, key: str) -> bytes | None:
        """Returns one view, or `None`."""

    def scan(self, name: str, after: str, limit: int) -> list[tuple[str, bytes]]:
        """Returns up to *limit* views below *after* by descending key; `""` starts at the highest."""

    def clear(self, name: str) -> None:
        """Deletes all views of a projection, and its position."""

    def close(self) -> None:
        """Closes files and connections."""
