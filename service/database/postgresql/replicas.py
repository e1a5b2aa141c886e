"""Reading the log from replicas of PostgreSQL: nobody is shown less there than this process knows already."""

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
from .connection import Known, TimedConnection, hung_up

log = logging.getLogger(__name__)

SILENT = 1.0
"""Seconds that a replica has for each reply; the primary is asked then."""
LENDING = 0.2
"""Seconds that are waited for a connection to a replica."""
PATIENCE, STEP = 0.05, 0.005
"""Seconds that a replica has to come as far as its reader, and between two looks whether it has."""
RESTING = 2.0
"""Seconds for which no replica is asked once one was lost, or behind for longer than that."""

_BEGIN = (
    "SELECT pg_backend_pid() AS pid, (SELECT system_identifier FROM pg_control_system()) AS system, "
    "set_config('statement_timeout', %(limit)s, false)"
)
_STANDING = (
    "SELECT CASE WHEN pg_is_in_recovery() THEN greatest((SELECT timeline_id FROM pg_control_checkpoint()), "
    "(SELECT received_tli FROM pg_stat_wal_receiver)) "
    "ELSE ('x' || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8))::bit(32)::int END AS timeline, "
    "coalesce((SELECT max(notification_id) FROM {log}), 0) AS position"
)
"""How far a server has come. It may be of a later timeline than it says, never of an earlier one."""


class ReplicaConnection(TimedConnection):
    """A connection to one server: how far it had come, in which timeline, when it was asked last."""

    patience = SILENT
    position = timeline = 0
    _standby = ""

    @property
    def promoted(self) -> bool:
        """Whether the server has become a primary since; it says so by itself, with every reply."""
        return self._standby != self.info.parameter_status("in_hot_standby")

    def ask(self, standing: Composed) -> None:
        """Asks how far it has come."""
        results = self.execute(standing, prepare=True).fetchone()
        assert results is not None
        # It is of the timeline that it was of before, although nobody sends it anything now that would tell.
        self.timeline, self.position = max(self.timeline, results["timeline"]), results["position"]
        self._standby = self.info.parameter_status("in_hot_standby") or ""


class Replicas:
    """Connections to replicas for the log in *table*, none of which shows less than is *known*.

    They lead to the host and port to *read_from*, else they are as those of the pool to the *primary*. A
    connection stays with one server, so what it shows never runs backwards. A server of an earlier timeline
    than is known is refused: the log may have gone on without it. *met* is told of the timelines of others.
    """

    def __init__(
        self,
        primary: ConnectionPool[Any],
        read_from: Mapping[str, str],
        table: Identifier,
        known: Known,
        met: Callable[[int], None],
    ) -> None:
        self._known, self._met = known, met
        kwargs: Any = primary.kwargs
        chosen = {"target_session_attrs": "prefer-standby", "load_balance_hosts": "random"}
        self._pool = ConnectionPool(
            connection_class=ReplicaConnection,
            kwargs={**kwargs, **read_from, **chosen},
            configure=self._configured,
            min_size=primary.min_size,
            max_size=primary.max_size,
            get_password_func=primary.get_password_func,
            open=False,
        )
        self._standing: Composed = SQL(_STANDING).format(log=table)
        self._resting = 0.0

    def lend(self, exit_stack: ExitStack, minimum: int) -> ReplicaConnection | None:
        """Returns a connection, which *exit_stack* gives back, to a server that has come to position *least*.

        Returns `None` when there is none in time.
        """
        if monotonic() < self._resting:
            return None
        deadline, minimum = monotonic() + PATIENCE, max(minimum, self._known.position)
        try:
            self._pool.open()
            while True:
                with ExitStack() as lending:
                    connection = lending.enter_context(self._pool.connection(LENDING))
                    if hung_up(connection):
                        self._pool.check()
                    elif self._has_come(connection, minimum):
                        exit_stack.push(lending.pop_all())
                        return connection
                if monotonic() > deadline:
                    break
                sleep(STEP)
        except Error as lost:
            self.rest(lost)
        else:
            if minimum <= self._known.position:
                self.rest(f"none has come to position {minimum} of timeline {self._known.timeline}")
        return None

    def _has_come(self, connection: ReplicaConnection, minimum: int) -> bool:
        if connection.promoted or connection.timeline < self._known.timeline or connection.position < minimum:
            self.ask(connection)
        return connection.timeline >= self._known.timeline and connection.position >= minimum

    def ask(self, connection: ReplicaConnection) -> None:
        """Asks the server of *connection* how far it has come, and takes in its timeline."""
        connection.ask(self._standing)
        self._met(connection.timeline)

    def rest(self, why: object) -> None:
        """Lets nobody ask replicas for a while."""
        log.warning("the log is read from the primary: %s", why)
        self._resting = monotonic() + RESTING

    def _configured(self, connection: Connection[Any]) -> None:
        """Sets the limit of a new connection; refuses one to a pooler, or to what is no replica of ours."""
        connection.autocommit = True
        found = connection.execute(_BEGIN, {"limit": f"{SILENT * 1000:.0f}ms"}, prepare=False).fetchone()
        assert found is not None
        if found["pid"] != connection.info.backend_pid:
            raise OperationalError("POSTGRES_READ_HOST is a pooler: it may lead to another server each time")
        if found["system"] != self._known.system:
            raise OperationalError("POSTGRES_READ_HOST is no replica of POSTGRES_HOST")

    def close(self) -> None:
        """Lets go of all connections."""
        self._pool.close()


class Reading:
    """What one reader reads of the log: from one replica, which is looked for when it is read first.

    That has come to position `least`. What no replica is there for is read from the primary.
    """

    def __init__(self, replicas: Replicas, least: int) -> None:
        self.replicas, self.least = replicas, least
        self._begun = False
        self._held = ExitStack()
        self._connection: ReplicaConnection | None = None

    def connection(self) -> ReplicaConnection | None:
        """Returns the connection to the replica; `None`: the primary is to be asked."""
        if not self._begun:
            self._begun = True
            self._connection = self.replicas.lend(self._held, self.least)
            metrics.READINGS.labels("primary" if self._connection is None else "replica").inc()
        elif self._connection is not None and self._connection.position < self.least:
            self.leave()
        return self._connection

    def leave(self) -> bool:
        """Lets what is left be read from the primary; tells whether a replica was read until now."""
        was, self._begun, self._connection = self._connection, True, None
        with self._held, suppress(Error):
            if was is not None and was.promoted:
                self.replicas.ask(was)  # nobody shall go from it to the primary before
        return was is not None

    def lost(self, error: Error) -> StoreOperationalError:
        """Leaves a replica over an *error*; returns the one that says so: who repeats it asks the primary."""
        self.replicas.rest(error)
        self.leave()
        return StoreOperationalError(str(error))
