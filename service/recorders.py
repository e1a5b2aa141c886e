"""How the library's recorders write for us: durably, and one at a time where it matters."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Lock
from typing import Any

from eventsourcing.persistence import StoredEvent
from eventsourcing.postgres import PostgresApplicationRecorder
from eventsourcing.sqlite import SQLiteApplicationRecorder, SQLiteDatastore
from psycopg.sql import SQL, Identifier

CREATING_TABLES = 0x7265636F756E74
"""The PostgreSQL advisory lock under which tables are created ("recount" in ASCII)."""


class SQLiteRecorder(SQLiteApplicationRecorder):
    """Writes to SQLite one transaction at a time, each on the disk before it is acknowledged.

    Threads queue for a lock: SQLite would let them sleep and retry, which starves some of them.
    """

    def __init__(self, datastore: SQLiteDatastore, events_table_name: str = "stored_events") -> None:
        super().__init__(datastore, events_table_name)
        self._writing = Lock()

    def insert_events(self, stored_events: Sequence[StoredEvent], **kwargs: Any) -> Sequence[int] | None:
        """Appends *stored_events* in one transaction and returns their positions."""
        with self._writing, self.datastore.get_connection(commit=True) as connection:
            connection.cursor().execute("PRAGMA synchronous=FULL")
            with connection.transaction(commit=True) as cursor:
                return self._insert_events(cursor, stored_events, **kwargs)

    def try_writing(self, stream: str) -> None:
        """Changes a row of *stream* and takes it back: what fails here would fail an append."""
        with self._writing, self.datastore.transaction(commit=False) as cursor:
            cursor.execute(
                f"UPDATE {self.events_table_name} SET topic = topic WHERE originator_id = ?", (stream,)
            )


class PostgresRecorder(PostgresApplicationRecorder):
    """Writes to PostgreSQL as the library does, under a table lock that keeps the positions in order."""

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
        change = SQL("UPDATE {schema}.{table} SET topic = topic WHERE originator_id = %s").format(
            schema=Identifier(self.datastore.schema), table=Identifier(self.events_table_name)
        )
        with self.datastore.transaction(commit=False) as cursor:
            cursor.execute(change, (stream,))
