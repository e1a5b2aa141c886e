"""The rows of a stream of events that the library does not ask for: by their topic, and of the stamp."""

from __future__ import annotations

from functools import cache

from eventsourcing.persistence import StoredEvent
from sqlalchemy import Select, Table, Text, Update, bindparam, select, update

from .engine import Database


class StreamRepository:
    """Streams of events; it raises the errors of the library."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of_topic(self, stream: str, topic: str) -> list[StoredEvent]:
        """Returns the events of a *stream* with this *topic*, in order."""
        rows = self._database.rows(_of_topic(self._database.events), stream=stream, topic=topic)
        return [StoredEvent(*row) for row in rows]

    def restamp(self, stream: str, state: bytes) -> None:
        """Writes what the one row of *stream* says."""
        self._database.write(_restamp(self._database.events), stream=stream, state=state)


_STREAM = bindparam("stream", type_=Text)


@cache
def _of_topic(events: Table) -> Select[str, int, str, bytes]:
    row = (events.c.originator_id, events.c.originator_version, events.c.topic, events.c.state)
    named = (events.c.originator_id == _STREAM, events.c.topic == bindparam("topic"))
    return select(*row).where(*named).order_by(events.c.originator_version)


@cache
def _restamp(events: Table) -> Update:
    return update(events).where(events.c.originator_id == _STREAM).values(state=bindparam("state"))
