"""Connections to SQLite that remember the statements they have run, and let others work while they commit."""

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

STATEMENTS = 128
"""How many statements a connection remembers; the library lets it remember one, and so prepares each anew."""

IDLE_READERS = 4
"""How many connections wait for readers; the others wait in the queue of the library, for writers too."""


class OffloadingConnection(sqlite3.Connection):
    """A connection whose commit does not hold up the event loop: another thread waits for the disk."""

    def commit(self) -> None:
        """Commits; returns when the transaction is on the disk."""
        offload(super().commit)


class PreparingPool(SQLiteConnectionPool):
    """A pool whose connections prepare a statement once.

    It is set up as the pool that the library's factory *made*, which has lent nothing yet.
    """

    def __init__(self, made: SQLiteConnectionPool) -> None:
        vars(self).update(vars(made))
        self._idle_readers: deque[SQLiteConnection] = deque()

    def get_connection(
        self, timeout: float | None = None, *, is_writer: bool | None = None
    ) -> SQLiteConnection:
        """Lends a connection; an idle one to a reader at once, without the queue of the library."""
        if is_writer is False:
            with suppress(IndexError):
                return self._idle_readers.pop()
        return super().get_connection(timeout, is_writer=is_writer)

    def put_connection(self, conn: SQLiteConnection) -> None:
        """Takes *conn* back; that of a reader is lent to the next one."""
        if conn.is_writer is False and not self._closed and len(self._idle_readers) < IDLE_READERS:
            self._idle_readers.append(conn)
        else:
            super().put_connection(conn)

    def close(self) -> None:
        """Closes all connections."""
        while self._idle_readers:
            super().put_connection(self._idle_readers.pop())
        super().close()

    def _create_connection(self) -> SQLiteConnection:
        made = super()._create_connection()  # which also chooses the journal; open until the other one is
        connection = sqlite3.connect(
            self.db_name,
            uri=True,
            check_same_thread=False,
            isolation_level=None,
            cached_statements=STATEMENTS,
            factory=OffloadingConnection,
            timeout=self.lock_timeout or SQLITE3_DEFAULT_LOCK_TIMEOUT,
        )
        connection.row_factory = sqlite3.Row
        try:
            connection.execute("PRAGMA synchronous=FULL")  # which reads the file
        except sqlite3.OperationalError as error:
            connection.close()
            raise OperationalError(error) from error
        finally:
            made.close()
        return SQLiteConnection(connection, self.max_age)
