"""How the library's recorders write for us: durably, and one at a time where it matters."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Sequence
from pathlib import Path
from threading import Lock
from typing import Any

from eventsourcing.persistence import StoredEvent
from eventsourcing.postgres import PostgresApplicationRecorder, PostgresDatastore
from eventsourcing.sqlite import SQLiteApplicationRecorder, SQLiteDatastore
from psycopg.sql import SQL, Identifier

CREATING_TABLES, APPENDING = 0x7265636F756E74, 0x7265636F756E75
"""The PostgreSQL advisory locks under which tables are created and facts appended ("recount" in ASCII)."""


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

    def insert_events(self, stored_events: Sequence[StoredEvent], **kwargs: Any) -> Sequence[int] | None:
        """Appends *stored_events* in one transaction and returns their positions."""
        with self._writing, self.datastore.get_connection(commit=True) as connection:
            connection.cursor().execute("PRAGMA synchronous=FULL")
            with connection.transaction(commit=True) as cursor:
                return self._insert_events(cursor, stored_events, **kwargs)

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
        """Returns what creates the tables: the library's, and one for card sets."""
        cards = "CREATE TABLE IF NOT EXISTS card_sets (digest TEXT PRIMARY KEY, content BLOB) WITHOUT ROWID"
        return [*super().construct_create_table_statements(), cards]

    def try_writing(self, stream: str) -> None:
        """Changes a row of *stream* and takes it back: what fails here would fail an append."""
        with self._writing, self.datastore.transaction(commit=False) as cursor:
            cursor.execute(
                f"UPDATE {self.events_table_name} SET topic = topic WHERE originator_id = ?", (stream,)
            )


class PostgresRecorder(PostgresApplicationRecorder):
    """Writes to PostgreSQL with one statement an append, under a lock that is held until it is committed.

    So positions become visible in their order, and a reader never finds a fact before one it has read. The
    library does the same with four statements and a table lock, and notifies listeners; nobody listens here.
    """

    def __init__(self, datastore: PostgresDatastore, *, events_table_name: str = "stored_events") -> None:
        super().__init__(datastore, events_table_name=events_table_name)
        self._append = SQL(
            "WITH alone AS MATERIALIZED (SELECT pg_advisory_xact_lock({lock})) "
            "INSERT INTO {schema}.{table} (originator_id, originator_version, topic, state) "
            "SELECT match, seq, topic, state FROM alone, "
            "unnest(%s::text[], %s::bigint[], %s::text[], %s::bytea[]) AS told (match, seq, topic, state) "
            "ORDER BY seq RETURNING notification_id"
        ).format(lock=APPENDING, **self._names)
        # The library's table, with its columns in the order that wastes no bytes on alignment.
        self.sql_create_statements[self.create_table_statement_index] = SQL(
            "CREATE TABLE IF NOT EXISTS {schema}.{table} (notification_id bigserial, "
            "originator_version integer NOT NULL, originator_id text NOT NULL, topic text, state bytea, "
            "PRIMARY KEY (originator_id, originator_version))"
        ).format(**self._names)
        self.sql_create_statements.append(
            SQL(
                "CREATE TABLE IF NOT EXISTS {schema}.card_sets "
                "(digest text PRIMARY KEY, content bytea NOT NULL)"
            ).format(**self._names)
        )

    @property
    def _names(self) -> dict[str, Identifier]:
        return {"schema": Identifier(self.datastore.schema), "table": Identifier(self.events_table_name)}

    def insert_events(self, stored_events: Sequence[StoredEvent], **_: Any) -> Sequence[int]:
        """Appends *stored_events* in one transaction and returns their positions."""
        columns = [list(column) for column in zip(*map(_row, stored_events), strict=True)]
        with self.datastore.get_connection() as connection:
            return [row["notification_id"] for row in connection.execute(self._append, columns, prepare=True)]

    def keep(self, digest: str, content: bytes) -> None:
        """Stores the *content* of a card set under its *digest*, unless it is there."""
        insert = SQL("INSERT INTO {schema}.card_sets VALUES (%s, %s) ON CONFLICT DO NOTHING")
        with self.datastore.get_connection() as connection:
            connection.execute(insert.format(**self._names), (digest, content))

    def kept(self, digest: str) -> bytes | None:
        """Returns what was stored under *digest*, if anything."""
        select = SQL("SELECT content FROM {schema}.card_sets WHERE digest = %s").format(**self._names)
        with self.datastore.get_connection() as connection:
            row = connection.execute(select, (digest,)).fetchone()
        return None if row is None else bytes(row["content"])

    def create_table(self) -> None:
        """Creates what is not there yet, one process at a time."""
        with self.datastore.get_connection() as connection:
            connection.execute("SELECT pg_advisory_lock(%s)", (CREATING_TABLES,))
            try:
                super().create_table()
            finally:
                connection.execute("SELECT pg_advisory_unlock(%s)", (CREATING_TABLES,))

    def try_writing(self, stream: str) -> None:
        """Changes a row of *stream* and takes it back: what fails here would fail an append."""
        change = SQL("UPDATE {schema}.{table} SET topic = topic WHERE originator_id = %s")
        with self.datastore.transaction(commit=False) as cursor:
            cursor.execute(change.format(**self._names), (stream,))


def _row(event: StoredEvent) -> tuple[str, int, str, bytes]:
    return str(event.originator_id), event.originator_version, event.topic, event.state
