"""Queries of event streams that the library lacks."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from eventsourcing.persistence import StoredEvent
from sqlalchemy import Column, Integer, Select, Table, Text, Update, and_, bindparam, select, update
from sqlalchemy.dialects.postgresql import insert

from .engine import Database
from .tables import heads, streams, topics


class HeadedEvent(NamedTuple):
    """Event with its position in the log and its head, if one exists."""

    event: StoredEvent
    position: int
    head: bytes | None


class StreamRepository:
    """Repository of event streams. Its methods raise database errors."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def events_with_heads(self, stream: str, after: int) -> list[HeadedEvent]:
        """Returns the events of a *stream* after number *after*, in order, with their heads."""
        rows = self._database.select_log_rows(
            _select_with_heads(self._database.events), stream=stream, after=after
        )
        return [HeadedEvent(self._stored_event(*event), at, head) for *event, at, head in rows]

    def events_of_topic(self, stream: str, topic: str) -> list[StoredEvent]:
        """Returns the events of a *stream* with this *topic*, in order."""
        rows = self._database.select_log_rows(
            _select_of_topic(self._database.events), stream=stream, topic=topic
        )
        return [self._stored_event(*row) for row in rows]

    def _stored_event(self, stream: str, seq: int, topic: int, state: bytes) -> StoredEvent:
        return StoredEvent(stream, seq, self._database.topics.name_of(topic), state)

    def replace_stamp(self, stream: str, state: bytes, before: bytes) -> None:
        """Replaces the state of the only row of *stream*, if it still is *before*."""
        self._database.execute_write(
            _update_stamp(self._database.events), stream=stream, state=state, before=before
        )


NEW_STREAM = insert(streams).values(name=bindparam("name")).on_conflict_do_nothing()
"""Adds a stream with a new number, unless it exists."""

_STREAM = bindparam("stream", type_=Text)
_NUMBER = select(streams.c.number).where(streams.c.name == _STREAM).scalar_subquery()
_TOPIC = select(topics.c.number).where(topics.c.name == bindparam("topic")).scalar_subquery()


@cache
def _select_with_heads(events: Table) -> Select[str, int, int, bytes, int, bytes]:
    same_event = and_(
        heads.c.position == events.c.position, heads.c.stream == events.c.stream, heads.c.seq == events.c.seq
    )
    return (
        select(streams.c.name, *_event_columns(events), events.c.position, heads.c.head)
        .select_from(streams.join(events, events.c.stream == streams.c.number).outerjoin(heads, same_event))
        .where(streams.c.name == _STREAM, events.c.seq > bindparam("after", type_=Integer))
        .order_by(events.c.seq)
    )


@cache
def _select_of_topic(events: Table) -> Select[str, int, int, bytes]:
    return (
        select(streams.c.name, *_event_columns(events))
        .select_from(streams.join(events, events.c.stream == streams.c.number))
        .where(streams.c.name == _STREAM, events.c.topic == _TOPIC)
        .order_by(events.c.seq)
    )


@cache
def _update_stamp(events: Table) -> Update:
    unchanged = events.c.state == bindparam("before")
    return update(events).where(events.c.stream == _NUMBER, unchanged).values(state=bindparam("state"))


def _event_columns(events: Table) -> tuple[Column[int], Column[int], Column[bytes]]:
    return events.c.seq, events.c.topic, events.c.state
