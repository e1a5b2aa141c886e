"""Connections to PostgreSQL that nobody waits for without end, and what a process knows of the log there."""

from __future__ import annotations

from asyncio import CancelledError
from threading import Lock
from time import monotonic
from typing import TypeVar

from psycopg import Connection, OperationalError
from psycopg.abc import PQGen
from psycopg.rows import DictRow
from psycopg.waiting import wait_async

from ..cooperation import on_loop, wait_for

R = TypeVar("R")

GOODBYES = 2
"""How often is listened: the server says why it hangs up, and hangs up."""


class NoReply(OperationalError):
    """The server has not replied in time: what it was told may have been done, be done yet, or never."""


class TimedConnection(Connection[DictRow]):
    """A connection that is given up when a reply takes longer than `patience`, in seconds; `None`: never.

    It is closed then, and nothing is cancelled: a write that is cancelled while it waits for a standby counts
    as done, although it is on one machine alone. A greenlet of the event loop lets others run meanwhile.
    """

    patience: float | None = None

    def wait(self, gen: PQGen[R], interval: float = 0.1, timeout: float | None = None) -> R:
        """Waits for a reply; raises `NoReply`."""
        wait = self._wait_on_loop if on_loop() else super().wait
        if timeout is not None or self.patience is None:
            return wait(gen, interval, timeout)
        began = monotonic()
        try:
            return wait(gen, interval, self.patience)
        except OperationalError as error:
            if monotonic() - began < self.patience:
                raise
            self.close()
            raise NoReply(f"PostgreSQL has not replied for {self.patience:.0f} s") from error

    def _wait_on_loop(self, gen: PQGen[R], interval: float, timeout: float | None) -> R:
        try:
            return wait_for(wait_async(gen, self.pgconn.socket, interval, timeout))
        except CancelledError:  # nobody reads the reply any more
            self.close()
            raise


class Known:
    """What this process knows of the log: the last `position` that it has written, read or been told of.

    `timeline` is the latest of those it met, and rises with every failover, `system` the identity of the
    primary and of its replicas; 0: it has met none.
    """

    def __init__(self) -> None:
        self.position = self.timeline = self.system = 0
        self._lock = Lock()

    def saw(self, position: int) -> None:
        """Takes in that there is a fact at *position*."""
        with self._lock:
            self.position = max(self.position, position)


def hung_up(connection: Connection[DictRow]) -> bool:
    """Tells whether the server has closed *connection*, without a word to it."""
    try:
        for _ in range(GOODBYES):
            connection.pgconn.consume_input()
    except OperationalError:
        return True
    return False
