"""The rows of a stream that the library does not ask for: with their heads, by topic, and of the stamp."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from eventsourcing.persistence import StoredEvent
from sqlalchemy import Integer, Select, Table, Text, Update, and_, bindparam, select, update

from .engine import Database
from .tables import heads


class HeadedEvent(NamedTuple):
    """An event, where it stands in the log, and the head that was recorded for it, if one was."""

    event: StoredEvent
    position: int
    head: bytes | None


class StreamRepository:
    """Streams of events; it raises the errors of the library."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def headed(self, stream: str, after: int) -> list[HeadedEvent]:
        """Returns the events of a *stream* after number *after*, in order, with their heads."""
        rows = self._database.rows(_headed(self._database.events), stream=stream, after=after)
        return [HeadedEvent(StoredEvent(*event), at, head) for *event, at, head in rows]

    def of_topic(self, stream: str, topic: str) -> list[StoredEvent]:
        """Returns the events of a *stream* with this *topic*, in order."""
        rows = self._database.logged(_of_topic(self._database.events), stream=stream, topic=topic)
        return [StoredEvent(*row) for row in rows]

    def restamp(self, stream: str, state: bytes) -> None:
        """Writes what the one row of *stream* says."""
        self._database.write(_restamp(self._database.events), stream=stream, state=state)


_STREAM = bindparam("stream", type_=Text)


@cache
def _headed(events: Table) -> Select[str, int, str, bytes, int, bytes]:
    stream, number = events.c.originator_id, events.c.originator_version
    of = and_(heads.c.position == events.c.position, heads.c.match == stream, heads.c.seq == number)
    return (
        select(stream, number, events.c.topic, events.c.state, events.c.position, heads.c.head)
        .select_from(events.outerjoin(heads, of))
        .where(stream == _STREAM, number > bindparam("after", type_=Integer))
        .order_by(number)
    )


@cache
def _of_topic(events: Table) -> Select[str, int, str, bytes]:
    row = (events.c.originator_id, events.c.originator_version, events.c.topic, events.c.state)
    named = (events.c.originator_id == _STREAM, events.c.topic == bindparam("topic"))
    return select(*row).where(*named).order_by(events.c.originator_version)


@cache
def _restamp(events: Table) -> Update:
    return update(events).where(events.c.originator_id == _STREAM).values(state=bindparam("state"))
