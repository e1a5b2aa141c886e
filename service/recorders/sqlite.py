"""How the store writes to SQLite: durably, and one at a time."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Sequence
from pathlib import Path
from threading import Lock
from typing import Any

from eventsourcing.persistence import StoredEvent
from eventsourcing.sqlite import SQLiteApplicationRecorder, SQLiteDatastore

from .heads import Hash, Head

_TABLES = (
    "CREATE TABLE IF NOT EXISTS card_sets (digest TEXT PRIMARY KEY, content BLOB) WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS heads "
    "(position INTEGER PRIMARY KEY, match TEXT NOT NULL, seq INTEGER NOT NULL, head BLOB NOT NULL)",
    "CREATE UNIQUE INDEX IF NOT EXISTS heads_of_matches ON heads (match, seq)",
    "CREATE TABLE IF NOT EXISTS merkle (level INTEGER NOT NULL, place INTEGER NOT NULL, "
    "hash BLOB NOT NULL, position INTEGER, PRIMARY KEY (level, place)) WITHOUT ROWID",
    "CREATE UNIQUE INDEX IF NOT EXISTS merkle_leaves ON merkle (position) WHERE level = 0",
)


class SQLiteRecorder(SQLiteApplicationRecorder):
    """Writes to SQLite one transaction at a time, each on the disk before it is acknowledged.

    Threads queue for a lock: SQLite would let them sleep and retry, which starves some of them.
    """

    def __init__(self, datastore: SQLiteDatastore, events_table_name: str = "stored_events") -> None:
        super().__init__(datastore, events_table_name)
        self._writing = Lock()

    def create_table(self) -> None:
        """Creates what is not there yet, one opener at a time: a new file that two turn to WAL is busy."""
        folder = os.open(Path(self.datastore.pool.db_name).parent, os.O_RDONLY)
        try:
            fcntl.flock(folder, fcntl.LOCK_EX)
            super().create_table()
        finally:
            os.close(folder)

    def insert_events(
        self, stored_events: Sequence[StoredEvent], *, head: bytes = b"", **kwargs: Any
    ) -> Sequence[int] | None:
        """Appends *stored_events* and the *head* they lead to in one transaction; returns their positions."""
        with self._writing, self.datastore.get_connection(commit=True) as connection:
            connection.cursor().execute("PRAGMA synchronous=FULL")
            with connection.transaction(commit=True) as cursor:
                positions = self._insert_events(cursor, stored_events, **kwargs)
                if head and positions:
                    last = stored_events[-1]
                    row = (positions[-1], last.originator_id, last.originator_version, head)
                    cursor.execute("INSERT INTO heads VALUES (?, ?, ?, ?)", row)
                return positions

    # -- the heads of matches, and the tree over them ----------------------------------------------------

    def last_head(self, match: str) -> Head | None:
        """Returns the last head of *match*, if there is one."""
        return self._head("WHERE match = ? ORDER BY seq DESC LIMIT 1", (match,))

    def head_from(self, match: str, seq: int) -> Head | None:
        """Returns the first head of *match* that fact *seq* has gone into."""
        return self._head("WHERE match = ? AND seq >= ? ORDER BY seq LIMIT 1", (match, seq))

    def _head(self, where: str, values: tuple[object, ...]) -> Head | None:
        with self.datastore.transaction(commit=False) as cursor:
            cursor.execute(f"SELECT position, match, seq, head FROM heads {where}", values)
            row = cursor.fetchone()
        return None if row is None else Head(*row)

    def heads(self, after: int, limit: int) -> list[Head]:
        """Returns up to *limit* heads that stand after position *after*, in order."""
        with self.datastore.transaction(commit=False) as cursor:
            cursor.execute("SELECT * FROM heads WHERE position > ? ORDER BY position LIMIT ?", (after, limit))
            return [Head(*row) for row in cursor.fetchall()]

    def heads_of(self, match: str) -> list[Head]:
        """Returns every head of *match*, in order."""
        with self.datastore.transaction(commit=False) as cursor:
            cursor.execute("SELECT * FROM heads WHERE match = ? ORDER BY seq", (match,))
            return [Head(*row) for row in cursor.fetchall()]

    def sealed(self) -> tuple[int, int]:
        """Returns how many heads are in the tree, and the position of the last of them."""
        with self.datastore.transaction(commit=False) as cursor:
            cursor.execute(
                "SELECT place + 1, position FROM merkle WHERE level = 0 ORDER BY place DESC LIMIT 1"
            )
            row = cursor.fetchone()
        return (0, 0) if row is None else tuple(row)

    def grow(self, nodes: Sequence[Hash]) -> None:
        """Adds *nodes* to the tree, all or none."""
        with self._writing, self.datastore.transaction(commit=True) as cursor:
            cursor.executemany("INSERT INTO merkle VALUES (?, ?, ?, ?)", nodes)

    def node(self, level: int, place: int) -> bytes:
        """Returns the hash of a complete subtree."""
        with self.datastore.transaction(commit=False) as cursor:
            cursor.execute("SELECT hash FROM merkle WHERE level = ? AND place = ?", (level, place))
            return bytes(cursor.fetchone()[0])

    def leaf_at(self, position: int) -> int | None:
        """Returns which leaf of the tree the head at *position* is, from 0."""
        with self.datastore.transaction(commit=False) as cursor:
            cursor.execute("SELECT place FROM merkle WHERE level = 0 AND position = ?", (position,))
            row = cursor.fetchone()
        return None if row is None else int(row[0])

    # -- card sets ---------------------------------------------------------------------------------------

    def keep(self, digest: str, content: bytes) -> None:
        """Stores the *content* of a card set under its *digest*, unless it is there."""
        with self._writing, self.datastore.transaction(commit=True) as cursor:
            cursor.execute("INSERT OR IGNORE INTO card_sets VALUES (?, ?)", (digest, content))

    def kept(self, digest: str) -> bytes | None:
        """Returns what was stored under *digest*, if anything."""
        with self.datastore.transaction(commit=False) as cursor:
            cursor.execute("SELECT content FROM card_sets WHERE digest = ?", (digest,))
            row = cursor.fetchone()
        return None if row is None else bytes(row["content"])

    def construct_create_table_statements(self) -> list[str]:
        """Returns what creates the tables: the library's, and ours."""
        return [*super().construct_create_table_statements(), *_TABLES]

    def try_writing(self, stream: str) -> None:
        """Changes a row of *stream* and takes it back: what fails here would fail an append."""
        with self._writing, self.datastore.transaction(commit=False) as cursor:
            cursor.execute(
                f"UPDATE {self.events_table_name} SET topic = topic WHERE originator_id = ?", (stream,)
            )
