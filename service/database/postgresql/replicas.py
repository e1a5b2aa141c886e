"""Reads of the log from PostgreSQL replicas, never older than this process's known position."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from contextlib import ExitStack, suppress
from time import monotonic, sleep
from typing import Any

from eventsourcing.persistence import OperationalError as StoreOperationalError
from eventsourcing.postgres import ConnectionPool
from psycopg import Connection, Error, OperationalError
from psycopg.sql import SQL, Composed, Identifier

from ...observability import metrics
from .connection import LogPosition, TimedConnection, is_closed_by_server

log = logging.getLogger(__name__)

REPLY_TIMEOUT_SECONDS = 1.0
"""Time for each reply of a replica. After it the primary serves the read."""
LEND_TIMEOUT_SECONDS = 0.2
"""Time to wait for a connection to a replica."""
CATCH_UP_TIMEOUT_SECONDS, CATCH_UP_POLL_SECONDS = 0.05, 0.005
"""Time for a replica to reach its reader's position, and the interval of checks."""
SUSPENSION_SECONDS = 2.0
"""Time without replica reads after a lost replica or one behind for longer."""

_BEGIN = (
    "SELECT pg_backend_pid() AS pid, (SELECT system_identifier FROM pg_control_system()) AS system, "
    "set_config('statement_timeout', %(limit)s, false)"
)
_PROGRESS = (
    "SELECT CASE WHEN pg_is_in_recovery() THEN greatest((SELECT timeline_id FROM pg_control_checkpoint()), "
    "(SELECT received_tli FROM pg_stat_wal_receiver)) "
    "ELSE ('x' || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8))::bit(32)::int END AS timeline, "
    "coalesce((SELECT max(notification_id) FROM {log}), 0) AS position"
)
"""Position and timeline of a server. Its timeline may be later than reported, never earlier."""


class ReplicaConnection(TimedConnection):
    """Connection to one server, with the position and timeline of its last query."""

    reply_timeout = REPLY_TIMEOUT_SECONDS
    position = timeline = 0
    _standby = ""

    @property
    def is_promoted(self) -> bool:
        """Whether the server has become a primary. The server reports it with every reply."""
        return self._standby != self.info.parameter_status("in_hot_standby")

    def query_progress(self, progress_query: Composed) -> None:
        """Queries the position and timeline of the server."""
        results = self.execute(progress_query, prepare=True).fetchone()
        assert results is not None
        # Without a WAL sender a server reports an earlier timeline than before, so the maximum counts.
        self.timeline, self.position = max(self.timeline, results["timeline"]), results["position"]
        self._standby = self.info.parameter_status("in_hot_standby") or ""


class Replicas:
    """Connections to replicas of the log in *table*, none behind *log_position*.

    They lead to the host and port *read_from*, otherwise they equal those of the *primary* pool. A connection
    stays with one server, so its reads never go back in time. The pool refuses servers of an earlier
    timeline, because the log may have continued elsewhere. It reports timelines of servers to
    *observe_timeline*.
    """

    def __init__(
        self,
        primary: ConnectionPool[Any],
        read_from: Mapping[str, str],
        table: Identifier,
        log_position: LogPosition,
        observe_timeline: Callable[[int], None],
    ) -> None:
        self._log_position, self._observe_timeline = log_position, observe_timeline
        kwargs: Any = primary.kwargs
        replica_kwargs = {"target_session_attrs": "prefer-standby", "load_balance_hosts": "random"}
        self._pool = ConnectionPool(
            connection_class=ReplicaConnection,
            kwargs={**kwargs, **read_from, **replica_kwargs},
            configure=self._configure_connection,
            min_size=primary.min_size,
            max_size=primary.max_size,
            get_password_func=primary.get_password_func,
            open=False,
        )
        self._progress_query: Composed = SQL(_PROGRESS).format(log=table)
        self._suspended_until = 0.0

    def lend_connection(self, exit_stack: ExitStack, minimum: int) -> ReplicaConnection | None:
        """Returns a connection to a server at or after position *minimum*.

        *exit_stack* gives it back. Returns `None` if no server is ready in time.
        """
        if monotonic() < self._suspended_until:
            return None
        deadline, minimum = monotonic() + CATCH_UP_TIMEOUT_SECONDS, max(minimum, self._log_position.position)
        try:
            self._pool.open()
            while True:
                with ExitStack() as lending:
                    connection = lending.enter_context(self._pool.connection(LEND_TIMEOUT_SECONDS))
                    if is_closed_by_server(connection):
                        self._pool.check()
                    elif self._has_position(connection, minimum):
                        exit_stack.push(lending.pop_all())
                        return connection
                if monotonic() > deadline:
                    break
                sleep(CATCH_UP_POLL_SECONDS)
        except Error as error:
            self.suspend_reads(error)
        else:
            if minimum <= self._log_position.position:
                self.suspend_reads(
                    f"none has come to position {minimum} of timeline {self._log_position.timeline}"
                )
        return None

    def _has_position(self, connection: ReplicaConnection, minimum: int) -> bool:
        if (
            connection.is_promoted
            or connection.timeline < self._log_position.timeline
            or connection.position < minimum
        ):
            self.query_progress(connection)
        return connection.timeline >= self._log_position.timeline and connection.position >= minimum

    def query_progress(self, connection: ReplicaConnection) -> None:
        """Queries the progress of the server of *connection* and reports its timeline."""
        connection.query_progress(self._progress_query)
        self._observe_timeline(connection.timeline)

    def suspend_reads(self, reason: object) -> None:
        """Suspends reads from replicas for a while."""
        log.warning("the log is read from the primary: %s", reason)
        self._suspended_until = monotonic() + SUSPENSION_SECONDS

    def _configure_connection(self, connection: Connection[Any]) -> None:
        """Sets the limit of a new connection. Refuses poolers and foreign servers."""
        connection.autocommit = True
        row = connection.execute(
            _BEGIN, {"limit": f"{REPLY_TIMEOUT_SECONDS * 1000:.0f}ms"}, prepare=False
        ).fetchone()
        assert row is not None
        if row["pid"] != connection.info.backend_pid:
            raise OperationalError("POSTGRES_READ_HOST is a pooler: it may lead to another server each time")
        if row["system"] != self._log_position.system:
            raise OperationalError("POSTGRES_READ_HOST is no replica of POSTGRES_HOST")

    def close(self) -> None:
        """Closes all connections."""
        self._pool.close()


class ReplicaReader:
    """Reader of the log from one replica, chosen at its first read.

    The replica has position `min_position` or later. Without such a replica the primary serves the reads.
    """

    def __init__(self, replicas: Replicas, min_position: int) -> None:
        self.replicas, self.min_position = replicas, min_position
        self._is_started = False
        self._exit_stack = ExitStack()
        self._connection: ReplicaConnection | None = None

    def lend_connection(self) -> ReplicaConnection | None:
        """Returns the connection to the replica, or `None` for the primary."""
        if not self._is_started:
            self._is_started = True
            self._connection = self.replicas.lend_connection(self._exit_stack, self.min_position)
            metrics.READINGS.labels("primary" if self._connection is None else "replica").inc()
        elif self._connection is not None and self._connection.position < self.min_position:
            self.leave_replica()
        return self._connection

    def leave_replica(self) -> bool:
        """Directs further reads to the primary. Returns whether a replica was in use."""
        previous, self._is_started, self._connection = self._connection, True, None
        with self._exit_stack, suppress(Error):
            if previous is not None and previous.is_promoted:
                self.replicas.query_progress(previous)  # note its timeline before reads move to the primary
        return previous is not None

    def abandon_replica(self, error: Error) -> StoreOperationalError:
        """Leaves a replica after an *error*. Returns an error that makes callers retry on the primary."""
        self.replicas.suspend_reads(error)
        self.leave_replica()
        return StoreOperationalError(str(error))
