"""Stamp of a store, its first row, with the format and id of the log."""

from __future__ import annotations

import secrets
from contextlib import suppress

import msgspec
from eventsourcing.persistence import ApplicationRecorder, IntegrityError, StoredEvent
from msgspec import Struct
from msgspec.structs import replace

from ..database.stream import StreamRepository

FORMAT = 1
"""Format of this release, and the newest that it reads."""

STAMP = "recount"
"""Stream of the stamp. Its only event is the first of the store."""

FORMATTED = "store.Formatted"


class StoreFormat(Struct, frozen=True):
    """Content of a stamp.

    `headed` is the start of complete heads, `None` in a store of an earlier release. `log`
    is the id of the log. Positions are valid within one log.
    """

    format: int
    headed: int | None = None
    log: str = ""


def new_log_id() -> str:
    """Returns a new id of a log."""
    return f"log-{secrets.token_hex(8)}"


class StampRepository:
    """Repository of the stamp of a store. Its methods raise database errors."""

    def __init__(self, recorder: ApplicationRecorder, stream: StreamRepository) -> None:
        self._recorder, self._stream = recorder, stream

    def load_or_create(self) -> tuple[int, str]:
        """Returns position and topic of the first row, a new stamp in a new store."""
        first = self._recorder.select_notifications(None, 1)
        if not first:
            new = StoreFormat(FORMAT, 0, new_log_id())
            with suppress(IntegrityError):  # another process stamped the store first
                self._recorder.insert_events([StoredEvent(STAMP, 1, FORMATTED, msgspec.json.encode(new))])
            first = self._recorder.select_notifications(None, 1)
        return first[0].id, first[0].topic

    def load(self) -> StoreFormat:
        """Returns the content of the stamp."""
        return msgspec.json.decode(self._state(), type=StoreFormat)

    def change(self, **fields: object) -> StoreFormat:
        """Changes *fields* unless another process changes the stamp. Returns its content."""
        before = self._state()
        changed = replace(msgspec.json.decode(before, type=StoreFormat), **fields)
        self._stream.replace_stamp(STAMP, msgspec.json.encode(changed), before)
        return self.load()

    def _state(self) -> bytes:
        [stamp] = self._recorder.select_events(STAMP, desc=True, limit=1)
        return stamp.state
