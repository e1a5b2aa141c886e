"""The stamp of a store: the first fact of all, which tells the format and the id of the log."""

from __future__ import annotations

import secrets
from contextlib import suppress

import msgspec
from eventsourcing.persistence import ApplicationRecorder, IntegrityError, StoredEvent
from msgspec import Struct
from msgspec.structs import replace

from ..database.stream import StreamRepository

FORMAT = 1
"""The format this version writes, and the newest it reads."""

STAMP = "recount"
"""The stream that tells the format of the store. Its first fact is the first of the store."""

FORMATTED = "store.Formatted"


class Formatted(Struct, frozen=True):
    """What the stamp of a store says: its format, and the position from which on each write left a head.

    Without `headed` that is not known: the store is from before that was said. `log` is the id of the log:
    positions of one log mean nothing in another.
    """

    format: int
    headed: int | None = None
    log: str = ""


def new_log_id() -> str:
    """Returns a fresh id for a log."""
    return f"log-{secrets.token_hex(8)}"


class StampRepository:
    """Reads and changes the stamp of a store; raises the errors of the library."""

    def __init__(self, recorder: ApplicationRecorder, stream: StreamRepository) -> None:
        self._recorder, self._stream = recorder, stream

    def load_or_create(self) -> tuple[int, str]:
        """Returns the position and the topic of the first row, which is the stamp of a new store."""
        first = self._recorder.select_notifications(None, 1)
        if not first:
            new = Formatted(FORMAT, 0, new_log_id())
            with suppress(IntegrityError):  # another process, starting at the same moment, was faster
                self._recorder.insert_events([StoredEvent(STAMP, 1, FORMATTED, msgspec.json.encode(new))])
            first = self._recorder.select_notifications(None, 1)
        return first[0].id, first[0].topic

    def load(self) -> Formatted:
        """Returns the content of the stamp."""
        return msgspec.json.decode(self._state(), type=Formatted)

    def change(self, **fields: object) -> Formatted:
        """Changes *fields*, unless another process changes the stamp meanwhile; returns its content then."""
        before = self._state()
        changed = replace(msgspec.json.decode(before, type=Formatted), **fields)
        self._stream.restamp(STAMP, msgspec.json.encode(changed), before)
        return self.load()

    def _state(self) -> bytes:
        [stamp] = self._recorder.select_events(STAMP, desc=True, limit=1)
        return stamp.state
