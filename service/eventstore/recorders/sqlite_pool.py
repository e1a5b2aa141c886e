"""SQLite connections with cached statements, and commits that do not block the event loop."""

from __future__ import annotations

import sqlite3
from collections import deque
from contextlib import suppress

from eventsourcing.persistence import OperationalError
from eventsourcing.sqlite import (
    SQLITE3_DEFAULT_LOCK_TIMEOUT,
    SQLiteConnection,
    SQLiteConnectionPool,
)

from ...database.cooperation import offload

CACHED_STATEMENTS = 128
"""Prepared statements in the cache of a connection. The library caches one."""

MAX_IDLE_READERS = 4
"""Idle connections for readers. Others wait in the library's queue, also for writers."""


class OffloadingConnection(sqlite3.Connection):
    """Connection with commits in another thread, so that the event loop continues."""

    def commit(self) -> None:
        """Commits. Returns when the disk has the transaction."""
        offload(super().commit)


class PreparingPool(SQLiteConnectionPool):
    """Pool of connections with cached statements.

    It takes the settings of the unused *library_pool*.
    """

    def __init__(self, library_pool: SQLiteConnectionPool) -> None:
        vars(self).update(vars(library_pool))
        self._idle_readers: deque[SQLiteConnection] = deque()

    def get_connection(
        self, timeout: float | None = None, *, is_writer: bool | None = None
    ) -> SQLiteConnection:
        """Lends a connection, to a reader an idle one without the library's queue."""
        if is_writer is False:
            with suppress(IndexError):
                return self._idle_readers.pop()
        return super().get_connection(timeout, is_writer=is_writer)

    def put_connection(self, conn: SQLiteConnection) -> None:
        """Takes *conn* back and keeps a reader's connection for the next reader."""
        if conn.is_writer is False and not self._closed and len(self._idle_readers) < MAX_IDLE_READERS:
            self._idle_readers.append(conn)
        else:
            super().put_connection(conn)

    def close(self) -> None:
        """Closes all connections."""
        while self._idle_readers:
            super().put_connection(self._idle_readers.pop())
        super().close()

    def _create_connection(self) -> SQLiteConnection:
        library_connection = (
            super()._create_connection()
        )  # sets the journal mode and stays open until the other opens
        connection = sqlite3.connect(
            self.db_name,
            uri=True,
            check_same_thread=False,
            isolation_level=None,
            cached_statements=CACHED_STATEMENTS,
            factory=OffloadingConnection,
            timeout=self.lock_timeout or SQLITE3_DEFAULT_LOCK_TIMEOUT,
        )
        connection.row_factory = sqlite3.Row
        try:
            connection.execute("PRAGMA synchronous=FULL")  # this reads the file
        except sqlite3.OperationalError as error:
            connection.close()
            raise OperationalError(error) from error
        finally:
            library_connection.close()
        return SQLiteConnection(connection, self.max_age)
