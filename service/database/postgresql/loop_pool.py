"""A pool of connections to PostgreSQL for the greenlets of the event loop, which never blocks the loop."""

from __future__ import annotations

from eventsourcing.postgres import ConnectionPool

from ..cooperation import offload
from .connection import TimedConnection


class LoopPool(ConnectionPool[TimedConnection]):
    """Lends an idle connection at once; another thread waits for one where none is idle.

    Only greenlets of one event loop borrow from it. Therefore no other thread takes a connection between the
    look for an idle one and its lending, except those that wait here for greenlets.
    """

    _waiting_threads = 0

    def getconn(self, timeout: float | None = None) -> TimedConnection:
        """Returns a connection, which its caller gives back; raises `PoolTimeout`."""
        if self.get_stats().get("pool_available", 0) > self._waiting_threads:
            return super().getconn(timeout)
        self._waiting_threads += 1
        try:
            return offload(super().getconn, timeout)
        finally:
            self._waiting_threads -= 1
