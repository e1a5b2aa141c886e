"""Pacing: work that takes long is done a little at a time, and others are served in between."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")

SLICE = 0.005
"""Seconds that one reply keeps all others of its process waiting."""


def paced(items: Iterable[T]) -> Iterator[T]:
    """Yields *items*, for as long as they take, and lets others work after every slice of that time."""
    pace = Pace()
    for item in items:
        yield item
        pace.rest()


class Pace:
    """Counts the time since somebody else could work."""

    def __init__(self) -> None:
        self._since = time.monotonic()

    def rest(self, *_: object) -> None:
        """Lets others work, if it is their turn."""
        if time.monotonic() - self._since > SLICE:
            time.sleep(0)
            self._since = time.monotonic()
