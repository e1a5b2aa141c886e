"""SQLite recorder with durable group commits."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from typing import Any
from uuid import UUID

from eventsourcing.persistence import IntegrityError, Notification, StoredEvent
from eventsourcing.sqlite import SQLiteApplicationRecorder, SQLiteCursor, SQLiteDatastore
from sqlalchemy import insert

from ...database.cooperation import FairLock
from ...database.engine import RowWrite, compile_statement
from ...database.replies import ReplyRow
from ...database.schema import create_tables
from ...database.sqlite import SQLITE, SQLite
from ...database.stream import NEW_STREAM
from ...database.tables import heads, replies
from .group_commit import GroupCommit, StreamAppend
from .sqlite_pool import PreparingPool

_NEW_STREAM, _HEAD, _REPLY = (
    compile_statement(statement, SQLITE).text for statement in (NEW_STREAM, insert(heads), insert(replies))
)
MAX_INTEGER = 2**63 - 1
"""Maximum integer of SQLite."""


class SQLiteRecorder(SQLiteApplicationRecorder):
    """Recorder with one transaction at a time, on the disk before the reply.

    Threads queue for a lock, because SQLite's sleeps and retries starve some of them. One transaction writes
    the whole queue. `database` holds the tables beside the events, under the same lock.
    """

    def __init__(self, datastore: SQLiteDatastore, events_table_name: str = "stored_events") -> None:
        super().__init__(datastore, events_table_name)
        datastore.pool = PreparingPool(datastore.pool)
        self._writing = FairLock()
        self._group = GroupCommit(self._writing, self._commit)
        self.database = SQLite(datastore, self._writing, events_table_name)
        self._select = (
            f"SELECT name, seq, topic, state FROM streams JOIN {events_table_name} ON stream = number "
            "WHERE name = ? AND seq > ? AND seq <= ? ORDER BY seq {order} LIMIT ?"
        )
        position = f"{events_table_name}.rowid"
        self._notified = (
            f"SELECT coalesce(name, '#' || stream), seq, topic, state, {position} FROM {events_table_name} "
            f"LEFT JOIN streams ON stream = number WHERE {position} >= ? AND {position} <= ? {{among}} "
            f"ORDER BY {position} LIMIT ?"
        )
        self._follow = (
            f"INSERT INTO {events_table_name} (stream, seq, topic, state) "
            "SELECT number, ?2, ?3, ?4 FROM streams WHERE name = ?1 AND (?2 = 1 OR EXISTS (SELECT 1 FROM "
            f"{events_table_name} WHERE stream = number AND seq = ?2 - 1) AND (?5 = x'' "
            "OR EXISTS (SELECT 1 FROM heads WHERE stream = number AND seq = ?2 - 1 AND head = ?5))) "
            "RETURNING rowid AS position, stream"
        )
        self._insert = f"INSERT INTO {events_table_name} (stream, seq, topic, state) VALUES (?, ?, ?, ?)"

    def construct_create_table_statements(self) -> list[str]:
        """Returns SQL for the table of events, with streams and topics by number."""
        return [
            f"CREATE TABLE IF NOT EXISTS {self.events_table_name} (stream INTEGER NOT NULL, "
            "seq INTEGER NOT NULL, topic INTEGER NOT NULL, state BLOB NOT NULL, PRIMARY KEY (stream, seq))"
        ]

    def create_table(self) -> None:
        """Creates the tables of a new store in a private file, one opener at a time."""
        with self.database.opening_lock():
            create_tables(self.database, super().create_table)

    def select_events(
        self,
        originator_id: UUID | str,
        *,
        gt: int | None = None,
        lte: int | None = None,
        desc: bool = False,
        limit: int | None = None,
    ) -> Sequence[StoredEvent]:
        """Returns events of a record with `gt < version <= lte`, up to *limit*.

        *desc* starts with the last.
        """
        parameters = (
            originator_id,
            gt or 0,
            MAX_INTEGER if lte is None else lte,
            -1 if limit is None else limit,
        )
        select = self._select.format(order="DESC" if desc else "ASC")
        return [StoredEvent(*row) for row in self._fetch_rows(select, parameters)]

    def select_notifications(
        self,
        start: int | None,
        limit: int,
        stop: int | None = None,
        topics: Sequence[str] = (),
        *,
        inclusive_of_start: bool = True,
    ) -> Sequence[Notification]:
        """Returns up to *limit* events at positions *start* to *stop*, of *topics* or of all."""
        first = (start or 0) + (0 if inclusive_of_start else 1)
        places = ", ".join("?" * len(topics))
        among = f"AND topic IN (SELECT number FROM topics WHERE name IN ({places}))" if topics else ""
        parameters = (first, MAX_INTEGER if stop is None else stop, *topics, limit)
        return [
            Notification(*row) for row in self._fetch_rows(self._notified.format(among=among), parameters)
        ]

    def _fetch_rows(self, select: str, parameters: Sequence[object]) -> list[list[Any]]:
        """Returns the rows of *select* with the names of their topics.

        They begin with the columns of an event.
        """
        with self.datastore.transaction(commit=False) as cursor:
            cursor.execute(select, parameters)
            rows = cursor.fetchall()
        name = self.database.topics.name_of
        return [[stream, seq, name(topic), *columns] for stream, seq, topic, *columns in rows]

    def insert_events(
        self,
        stored_events: Sequence[StoredEvent],
        *,
        head: bytes = b"",
        before: bytes = b"",
        reply: ReplyRow | None = None,
        row: RowWrite | None = None,
        **_: Any,
    ) -> Sequence[int]:
        """Appends *stored_events* with their *head*, *reply* and *row* in one transaction.

        Returns their positions. The preceding fact must exist, with the head *before* unless that is empty.
        Otherwise raises `IntegrityError`.
        """
        [positions] = self.insert_together((StreamAppend(stored_events, head, before, reply, row),))
        return positions

    def insert_together(self, appends: Sequence[StreamAppend]) -> list[Sequence[int]]:
        """Stores all *appends*, each like `insert_events`, or none.

        Returns the positions of each.
        """
        self._topic_numbers(event for append in appends for event in append.events)  # before taking the lock
        return self._group.write(appends)

    def _topic_numbers(self, events: Iterable[StoredEvent]) -> list[int]:
        return self.database.topics.numbers_of(event.topic for event in events)

    def _commit(self, writes: Sequence[Sequence[StreamAppend]]) -> list[list[Sequence[int]] | Exception]:
        with self.datastore.get_connection(commit=True) as connection:
            try:
                with connection.transaction(commit=True) as cursor:
                    return [[self._append(cursor, append) for append in appends] for appends in writes]
            except (IntegrityError, sqlite3.IntegrityError) as conflict:
                if len(writes) == 1:
                    return [IntegrityError(conflict)]
            with connection.transaction(commit=True) as cursor:  # again, with a separate failure for each
                return [self._append_or_roll_back(cursor, appends) for appends in writes]

    def _append_or_roll_back(
        self, cursor: SQLiteCursor, appends: Sequence[StreamAppend]
    ) -> list[Sequence[int]] | Exception:
        """Stores *appends* or, after a conflict, none of them. Other appends continue."""
        cursor.execute("SAVEPOINT append")
        positions: list[Sequence[int]] | Exception
        try:
            positions = [self._append(cursor, append) for append in appends]
        except (IntegrityError, sqlite3.IntegrityError) as conflict:
            cursor.execute("ROLLBACK TO append")
            positions = IntegrityError(conflict)
        cursor.execute("RELEASE append")
        return positions

    def _append(self, cursor: SQLiteCursor, append: StreamAppend) -> Sequence[int]:
        (first, *stored_events), head, before, reply, row_write = append
        topic, *topics = self._topic_numbers(append.events)
        name, seq = first.originator_id, first.originator_version
        if seq == 1:
            cursor.execute(_NEW_STREAM, {"name": name})
        cursor.execute(self._follow, (name, seq, topic, first.state, before))
        row = cursor.fetchone()
        if row is None:
            raise IntegrityError(f"Fact {seq} follows nothing that is there.")
        position, stream = row
        if stored_events:
            values = zip(stored_events, topics, strict=True)
            cursor.executemany(
                self._insert,
                [(stream, event.originator_version, topic, event.state) for event, topic in values],
            )
        positions = range(position, position + len(append.events))  # SQLite numbers rows consecutively
        at, last = positions[-1], append.events[-1].originator_version
        if head:
            cursor.execute(_HEAD, {"position": at, "stream": stream, "seq": last, "head": head})
        if reply is not None:
            cursor.execute(_REPLY, reply._replace(position=at)._asdict())
        if row_write is not None:
            cursor.execute("PRAGMA secure_delete=ON")  # a deletion leaves no bytes in the file
            text, constants = compile_statement(row_write.statement, SQLITE)
            cursor.execute(text, {**constants, **row_write.values})
        return positions
