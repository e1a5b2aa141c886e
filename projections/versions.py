"""Stores views by version, so that two releases can share a view store."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from .projection import Projection
from .view_store import ProjectionBatch, ViewStore

T = TypeVar("T")

PAGE_VIEWS = 200
"""Views in one read of a search."""
MAX_PAGES = 25
"""Reads in one search."""


class EndOfSearch(Exception):
    """No further view can match, so a search ends."""


class VersionedViews:
    """Implements `ViewStore` over *home*, with projections stored by name and version.

    Other names are passed on unchanged.
    """

    def __init__(self, home: ViewStore, projections: Iterable[Projection[Any]]) -> None:
        self._home = home
        self._versions = {projection.name: projection.version for projection in projections}
        self._names = {name: f"{name}:{version}" for name, version in self._versions.items()}

    @property
    def stored_names(self) -> str:
        """The stored names of all projections of this release."""
        return " ".join(self._names.values())

    def _stored_name(self, name: str) -> str:
        return self._names.get(name, name)

    def position(self, name: str) -> int:
        """Returns the position of the projection *name*, 0 at first."""
        return self._home.position(self._stored_name(name))

    def save(self, name: str, changes: Mapping[str, bytes], after: int, position: int) -> None:
        """Stores *changes* and the new position; raises `CheckpointConflict` when not at *after*."""
        self._home.save(self._stored_name(name), changes, after, position)

    def save_each(self, steps: Sequence[ProjectionBatch]) -> list[int]:
        """Stores each fitting batch; returns the positions found."""
        return self._home.save_each([step._replace(name=self._stored_name(step.name)) for step in steps])

    def get(self, name: str, key: str) -> bytes | None:
        """Returns one view, or `None`."""
        return self._home.get(self._stored_name(name), key)

    def scan(self, name: str, after: str, limit: int) -> list[tuple[str, bytes]]:
        """Returns up to *limit* views below *after* by descending key; `""` starts at the highest."""
        return self._home.scan(self._stored_name(name), after, limit)

    def search(
        self, name: str, after: str, limit: int, select: Callable[[bytes], T | None]
    ) -> tuple[list[T], str | None]:
        """Returns up to *limit* items of views below *after*, and the last key if more may follow.

        *select* returns the item of a view, or `None`. It may raise `EndOfSearch`.
        """
        items: list[T] = []
        for _ in range(MAX_PAGES):
            page = self.scan(name, after, PAGE_VIEWS)
            for after, view in page:
                try:
                    item = select(view)
                except EndOfSearch:
                    return items, None
                if item is not None:
                    items.append(item)
                if len(items) == limit:
                    return items, after
            if len(page) < PAGE_VIEWS:
                return items, None
        return items, after

    def clear(self, name: str) -> None:
        """Deletes all views of a projection, and its position."""
        self._home.clear(self._stored_name(name))

    def clear_older(self) -> None:
        """Deletes all views but those of this version and the one before.

        Views of early releases have no version in their names.
        """
        for name, version in self._versions.items():
            for older in (name, *(f"{name}:{number}" for number in range(1, version - 1))):
                if self._home.position(older):
                    self._home.clear(older)

    def close(self) -> None:
        """Closes files and connections."""
        self._home.close()
