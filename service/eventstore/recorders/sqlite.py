"""How the store writes to SQLite: durably, and in one transaction what waits to be written."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from threading import Lock
from typing import Any

from eventsourcing.persistence import IntegrityError, StoredEvent
from eventsourcing.sqlite import SQLiteApplicationRecorder, SQLiteCursor, SQLiteDatastore
from sqlalchemy import insert

from ...database.engine import compiled
from ...database.replies import ReplyRow
from ...database.schema import create, is_new
from ...database.sqlite import SQLITE, SQLite
from ...database.tables import heads, replies
from .append import Append
from .group_commit import GroupCommit
from .sqlite_pool import PreparingPool

_HEAD, _REPLY = (compiled(insert(table), SQLITE).text for table in (heads, replies))


class SQLiteRecorder(SQLiteApplicationRecorder):
    """Writes to SQLite one transaction at a time, each on the disk before it is acknowledged.

    Threads queue for a lock: SQLite would let them sleep and retry, which starves some of them. What has
    queued up is written in one transaction. `database` holds the tables beside the events, under the same
    lock.
    """

    def __init__(self, datastore: SQLiteDatastore, events_table_name: str = "stored_events") -> None:
        super().__init__(datastore, events_table_name)
        datastore.pool = PreparingPool(datastore.pool)
        self._writing = Lock()
        self._group = GroupCommit(self._writing, self._commit)
        self.database = SQLite(datastore, self._writing, events_table_name)
        self._follow = (
            f"INSERT INTO {events_table_name} (originator_id, originator_version, topic, state) "
            "SELECT ?1, ?2, ?3, ?4 WHERE ?2 = 1 OR (EXISTS (SELECT 1 FROM "
            f"{events_table_name} WHERE originator_id = ?1 AND originator_version = ?2 - 1) AND (?5 = x'' "
            "OR EXISTS (SELECT 1 FROM heads WHERE match = ?1 AND seq = ?2 - 1 AND head = ?5))) "
            "RETURNING rowid AS position"
        )

    def create_table(self) -> None:
        """Creates the tables of a new store, in a file for its owner alone, one opener at a time."""
        with self.database.alone():
            new = is_new(self.database)
            super().create_table()
            if new:
                create(self.database)

    def insert_events(
        self,
        stored_events: Sequence[StoredEvent],
        *,
        head: bytes = b"",
        before: bytes = b"",
        reply: ReplyRow | None = None,
        **_: Any,
    ) -> Sequence[int]:
        """Appends *stored_events* and, in the same transaction, the *head* they lead to and the *reply*.

        The fact *before* them has to be there, with that head unless it is empty; else `IntegrityError` is
        raised. Returns their positions.
        """
        [positions] = self._group.write((Append(stored_events, head, before, reply),))
        return positions

    def insert_together(self, appends: Sequence[Append]) -> list[Sequence[int]]:
        """Makes all *appends*, each as `insert_events` does, or none; returns the positions of each."""
        return self._group.write(appends)

    def _commit(self, writes: Sequence[Sequence[Append]]) -> list[list[Sequence[int]] | Exception]:
        with self.datastore.get_connection(commit=True) as connection:
            connection.cursor().execute("PRAGMA synchronous=FULL")
            with connection.transaction(commit=True) as cursor:
                return [self._apart(cursor, appends) for appends in writes]

    def _apart(self, cursor: SQLiteCursor, appends: Sequence[Append]) -> list[Sequence[int]] | Exception:
        """Makes *appends*; if one conflicts with what is there, none of them stays, and others go on."""
        cursor.execute("SAVEPOINT append")
        came: list[Sequence[int]] | Exception
        try:
            came = [self._append(cursor, append) for append in appends]
        except (IntegrityError, sqlite3.IntegrityError) as conflict:
            cursor.execute("ROLLBACK TO append")
            came = IntegrityError(conflict)
        cursor.execute("RELEASE append")
        return came

    def _append(self, cursor: SQLiteCursor, append: Append) -> Sequence[int]:
        (first, *others), head, before, reply = append
        told = (first.originator_id, first.originator_version, first.topic, first.state, before)
        cursor.execute(self._follow, told)
        begun = cursor.fetchone()
        if begun is None:
            raise IntegrityError(f"Fact {first.originator_version} follows nothing that is there.")
        positions = [int(begun["position"]), *(self._insert_events(cursor, others) or ())]
        at, last = positions[-1], append.events[-1]
        if head:
            match, seq = last.originator_id, last.originator_version
            cursor.execute(_HEAD, {"position": at, "match": match, "seq": seq, "head": head})
        if reply is not None:
            cursor.execute(_REPLY, reply._replace(position=at)._asdict())
        return positions
