"""Views that are filed by version: releases beside each other leave each other's alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from .home import Step, ViewStore
from .projection import Projection


class VersionedViews:
    """Fulfils `ViewStore` over *home*, with the views of each of *projections* under its name and version.

    What goes by any other name is filed under that name.
    """

    def __init__(self, home: ViewStore, projections: Iterable[Projection[Any]]) -> None:
        self._home = home
        self._versions = {one.name: one.version for one in projections}
        self._names = {name: f"{name}:{version}" for name, version in self._versions.items()}

    @property
    def filed(self) -> str:
        """The names that all of them are filed under: those of another release may be others."""
        return " ".join(self._names.values())

    def _filed(self, name: str) -> str:
        return self._names.get(name, name)

    def position(self, name: str) -> int:
        """Returns the position that the projection *name* has read; 0 when it has read nothing."""
        return self._home.position(self._filed(name))

    def save(self, name: str, changes: Mapping[str, bytes], after: int, position: int) -> None:
        """Keeps *changes* and the new position; raises `CheckpointConflict` when not at *after*."""
        self._home.save(self._filed(name), changes, after, position)

    def save_each(self, steps: Sequence[Step]) -> list[int]:
        """Makes each of *steps* that fits; returns where each projection was found."""
        return self._home.save_each([step._replace(name=self._filed(step.name)) for step in steps])

    def get(self, name: str, key: str) -> bytes | None:
        """Returns one view, or `None`."""
        return self._home.get(self._filed(name), key)

    def scan(self, name: str, after: str, limit: int) -> list[tuple[str, bytes]]:
        """Returns up to *limit* views by descending key, those below *after*; `""` begins at the highest."""
        return self._home.scan(self._filed(name), after, limit)

    def clear(self, name: str) -> None:
        """Forgets all views of a projection, and its position."""
        self._home.clear(self._filed(name))

    def clear_older(self) -> None:
        """Forgets what no release needs any more: all but the views of this version and the one before.

        Until there were versions in names, views went by the name alone.
        """
        for name, version in self._versions.items():
            for older in (name, *(f"{name}:{number}" for number in range(1, version - 1))):
                if self._home.position(older):
                    self._home.clear(older)

    def close(self) -> None:
        """Lets go of files and connections."""
        self._home.close()
