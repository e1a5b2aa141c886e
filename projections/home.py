"""Where views live: each projection's views, and the position it has read, kept together."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from domain.errors import RecountError


class Away(RecountError):
    """A home cannot be reached, or does not answer."""

    slug = "unavailable"


OUT_OF_REACH = (Away, sqlite3.Error)
"""What reading a view raises while its home is away."""


class CheckpointConflict(Exception):
    """Somebody else moved the projection on, or cleared it: what was computed no longer fits what is kept."""

    def __init__(self, name: str, after: int, position: int) -> None:
        super().__init__(f"{name} was expected at position {after}, and is at {position}.")


class Step(NamedTuple):
    """What a projection called *name* makes of the facts from *after* one position to another: new views."""

    name: str
    changes: Mapping[str, bytes]
    after: int
    position: int

    def check(self, found: int) -> None:
        """Raises `CheckpointConflict` unless the projection was *found* where the step begins."""
        if found != self.after:
            raise CheckpointConflict(self.name, self.after, found)


class ViewStore(Protocol):
    """A place for views. Safe to use from several threads, and from several processes.

    Whatever it is asked, it may be `Away`; the one in SQLite raises `sqlite3.Error` instead.
    """

    def position(self, name: str) -> int:
        """Returns the position that the projection *name* has read; 0 when it has read nothing."""

    def save(self, name: str, changes: Mapping[str, bytes], after: int, position: int) -> None:
        """Keeps *changes* and moves on from position *after* to *position*: all of it, or nothing.

        Raises `CheckpointConflict`, and keeps nothing, when the projection is not at *after*. This is what
        lets two runners work on one home: one of them wins each step, and no fact is taken in twice.
        """

    def save_each(self, steps: Sequence[Step]) -> list[int]:
        """Makes each of *steps* that fits, as `save` does, in one transaction.

        Returns the position at which each projection was found: its step was made if it begins there.
        """

    def get(self, name: str, key: str) -> bytes | None:
        """Returns one view, or `None`."""

    def scan(self, name: str, after: str, limit: int) -> list[tuple[str, bytes]]:
        """Returns up to *limit* views by descending key, those below *after*; `""` begins at the highest."""

    def clear(self, name: str) -> None:
        """Forgets all views of a projection, and its position."""

    def close(self) -> None:
        """Lets go of files and connections."""
