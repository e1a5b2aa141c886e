"""PostgreSQL connections with a time limit for each reply, their pool and the log position."""

from __future__ import annotations

from asyncio import CancelledError
from threading import Lock
from time import monotonic
from typing import TypeVar

from eventsourcing.postgres import ConnectionPool
from psycopg import Connection, OperationalError
from psycopg.abc import PQGen
from psycopg.rows import DictRow
from psycopg.waiting import wait_async

from ..cooperation import offload, on_loop, wait_for

R = TypeVar("R")

HANG_UP_READS = 2
"""Reads that reveal a closed connection, one for the server's reason and one for the end."""


class NoReply(OperationalError):
    """The server did not reply in time. The statement may take effect now, later or never."""


class TimedConnection(Connection[DictRow]):
    """Connection that closes if a reply takes longer than `reply_timeout` seconds.

    `None` means no limit. Nothing is cancelled, because a cancelled write that waits for a standby counts as
    done although only one machine has it. On the event loop other greenlets run meanwhile.
    """

    reply_timeout: float | None = None

    def wait(self, gen: PQGen[R], interval: float = 0.1, timeout: float | None = None) -> R:
        """Waits for a reply. Raises `NoReply`."""
        wait = self._wait_on_loop if on_loop() else super().wait
        if timeout is not None or self.reply_timeout is None:
            return wait(gen, interval, timeout)
        began = monotonic()
        try:
            return wait(gen, interval, self.reply_timeout)
        except OperationalError as error:
            if monotonic() - began < self.reply_timeout:
                raise
            self.close()
            raise NoReply(f"PostgreSQL has not replied for {self.reply_timeout:.0f} s") from error

    def _wait_on_loop(self, gen: PQGen[R], interval: float, timeout: float | None) -> R:
        try:
            return wait_for(wait_async(gen, self.pgconn.socket, interval, timeout))
        except CancelledError:  # the reply stays unread
            self.close()
            raise


class LoopPool(ConnectionPool[TimedConnection]):
    """Connection pool for the greenlets of the event loop, without blocking the loop.

    It lends an idle connection at once. Without one, another thread waits. Only greenlets of one event loop
    borrow from it. No other thread takes a connection between the check and the loan, except threads that
    wait here for greenlets.
    """

    _waiting_threads = 0

    def getconn(self, timeout: float | None = None) -> TimedConnection:
        """Returns a connection that the caller gives back. Raises `PoolTimeout`."""
        if self.get_stats().get("pool_available", 0) > self._waiting_threads:
            return super().getconn(timeout)
        self._waiting_threads += 1
        try:
            return offload(super().getconn, timeout)
        finally:
            self._waiting_threads -= 1


class LogPosition:
    """Last `position` of the log that this process has written, read or received.

    `timeline` is the latest timeline among its servers and rises with each failover. `system` is the identity
    of the primary and its replicas. 0 means unknown.
    """

    def __init__(self) -> None:
        self.position = self.timeline = self.system = 0
        self._lock = Lock()

    def observe_position(self, position: int) -> None:
        """Notes a fact at *position*."""
        with self._lock:
            self.position = max(self.position, position)


def is_closed_by_server(connection: Connection[DictRow]) -> bool:
    """Returns whether the server has closed *connection*, without a request to it."""
    try:
        for _ in range(HANG_UP_READS):
            connection.pgconn.consume_input()
    except OperationalError:
        return True
    return False
