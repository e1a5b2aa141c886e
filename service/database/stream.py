"""The rows of a stream that the library does not ask for: with their heads, by topic, and of the stamp."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from eventsourcing.persistence import StoredEvent
from sqlalchemy import Column, Integer, Select, Table, Text, Update, and_, bindparam, select, update
from sqlalchemy.dialects.postgresql import insert

from .engine import Database
from .tables import heads, streams, topics


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
        rows = self._database.logged(_headed(self._database.events), stream=stream, after=after)
        return [HeadedEvent(self._event(*event), at, head) for *event, at, head in rows]

    def of_topic(self, stream: str, topic: str) -> list[StoredEvent]:
        """Returns the events of a *stream* with this *topic*, in order."""
        rows = self._database.logged(_of_topic(self._database.events), stream=stream, topic=topic)
        return [self._event(*row) for row in rows]

    def _event(self, stream: str, seq: int, topic: int, state: bytes) -> StoredEvent:
        return StoredEvent(stream, seq, self._database.topics.name(topic), state)

    def restamp(self, stream: str, state: bytes, before: bytes) -> None:
        """Writes what the one row of *stream* says, unless it has changed since it said *before*."""
        self._database.write(_restamp(self._database.events), stream=stream, state=state, before=before)


NEW_STREAM = insert(streams).values(name=bindparam("name")).on_conflict_do_nothing()
"""Gives a stream its number, unless it has one."""

_STREAM = bindparam("stream", type_=Text)
_NUMBER = select(streams.c.number).where(streams.c.name == _STREAM).scalar_subquery()
_TOPIC = select(topics.c.number).where(topics.c.name == bindparam("topic")).scalar_subquery()


@cache
def _headed(events: Table) -> Select[str, int, int, bytes, int, bytes]:
    of = and_(
        heads.c.position == events.c.position, heads.c.stream == events.c.stream, heads.c.seq == events.c.seq
    )
    return (
        select(streams.c.name, *_event_columns(events), events.c.position, heads.c.head)
        .select_from(streams.join(events, events.c.stream == streams.c.number).outerjoin(heads, of))
        .where(streams.c.name == _STREAM, events.c.seq > bindparam("after", type_=Integer))
        .order_by(events.c.seq)
    )


@cache
def _of_topic(events: Table) -> Select[str, int, int, bytes]:
    return (
        select(streams.c.name, *_event_columns(events))
        .select_from(streams.join(events, events.c.stream == streams.c.number))
        .where(streams.c.name == _STREAM, events.c.topic == _TOPIC)
        .order_by(events.c.seq)
    )


@cache
def _restamp(events: Table) -> Update:
    unchanged = events.c.state == bindparam("before")
    return update(events).where(events.c.stream == _NUMBER, unchanged).values(state=bindparam("state"))


def _event_columns(events: Table) -> tuple[Column[int], Column[int], Column[bytes]]:
    return events.c.seq, events.c.topic, events.c.state
