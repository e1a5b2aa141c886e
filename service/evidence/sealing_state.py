"""State of the sealing of the log, which one process writes and all processes read."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import msgspec
from msgspec import Struct

from projections.view_store import VIEW_STORE_ERRORS, CheckpointConflict, ViewStore

NAME = "sealing"
"""The name of these views."""
MAX_UNSEALED_MINUTES = 5
"""Minutes without a sealing until a process is not ready.

A restart, a failover of the store and a slow witness together take less than two.
"""


class Sealing(Struct, frozen=True):
    """The time of the last sealing, in ms since 1970, and the problems with witnesses since."""

    at: int = 0
    unwitnessed: tuple[str, ...] = ()


class Cosignatures(Struct, frozen=True):
    """The lines of cosignatures on the checkpoint of `size` heads."""

    size: int
    lines: str


class SealingState:
    """The state in the views. *clock* is the time in ms since 1970."""

    def __init__(self, views: ViewStore, clock: Callable[[], int]) -> None:
        self._views, self._clock = views, clock
        self._started_at = clock()

    def load(self) -> Sealing:
        """Returns the state, without one that of a sealing at the start of this process."""
        view = self._views.get(NAME, "state")
        return msgspec.json.decode(view, type=Sealing) if view else Sealing(self._started_at)

    def save(self, unwitnessed: tuple[str, ...]) -> None:
        """Stores that the log was sealed now."""
        self._save("state", msgspec.json.encode(Sealing(self._clock(), unwitnessed)))

    @property
    def minutes_since(self) -> float:
        """The minutes since the last sealing, at most since the start of this process."""
        return max(0, self._clock() - max(self.load().at, self._started_at)) / 60_000

    def load_cosignatures(self) -> Cosignatures | None:
        """Returns the stored cosignatures, which nobody has verified here."""
        with suppress(msgspec.MsgspecError, *VIEW_STORE_ERRORS):
            view = self._views.get(NAME, "cosignatures")
            return msgspec.json.decode(view, type=Cosignatures) if view else None
        return None

    def save_cosignatures(self, size: int, lines: str) -> None:
        """Stores cosignatures on the checkpoint of *size* heads."""
        self._save("cosignatures", msgspec.json.encode(Cosignatures(size, lines)))

    def _save(self, key: str, view: bytes) -> None:
        """Stores a view. A lost one comes again with the next sealing."""
        with suppress(CheckpointConflict, *VIEW_STORE_ERRORS):
            position = self._views.position(NAME)
            self._views.save(NAME, {key: view}, position, position + 1)
