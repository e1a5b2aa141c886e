"""Connection pools for PostgreSQL, with checks of connections, timeouts and failover."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar
from time import monotonic
from typing import Any

from eventsourcing.persistence import OperationalError as StoreOperationalError
from eventsourcing.persistence import PersistenceError
from eventsourcing.postgres import ConnectionPool, PostgresDatastore, PostgresFactory
from psycopg import Connection, Error, OperationalError
from psycopg.errors import ReadOnlySqlTransaction
from psycopg.rows import DictRow
from psycopg.sql import SQL, Identifier

from ..cooperation import offload, on_loop
from .connection import LogPosition, LoopPool, NoReply, TimedConnection, is_closed_by_server
from .replicas import ReplicaReader, Replicas

log = logging.getLogger(__name__)

CONNECT_TIMEOUT_SECONDS = 2
"""Connection timeout for each host. The C library allows no shorter one."""
STATEMENT_TIMEOUT_SECONDS = 5.0
"""Default timeout of a statement."""
REPLY_GRACE_SECONDS = 2.0
"""Time for a reply beyond the statement timeout of the server."""
RECONNECT_TIMEOUT_SECONDS = 5.0
"""Time after which the pool stops reconnecting by itself. The next request tries at once."""

_READER: ContextVar[ReplicaReader | None] = ContextVar("reader", default=None)
"""Replica reader of the current context, if a replica may serve it."""

_BEGIN = SQL(
    "SELECT pg_backend_pid() AS pid, (SELECT system_identifier FROM pg_control_system()) AS system, "
    "CASE WHEN pg_is_in_recovery() THEN 0 ELSE "
    "('x' || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8))::bit(32)::bigint END AS timeline, "
    "CASE WHEN pg_backend_pid() = %(pid)s THEN set_config('statement_timeout', %(statement)s, false) END, "
    "CASE WHEN pg_backend_pid() = %(pid)s THEN "
    "set_config('idle_in_transaction_session_timeout', %(idle)s, false) END, "
    "CASE WHEN pg_backend_pid() = %(pid)s AND %(read_only)s THEN "
    "set_config('default_transaction_read_only', 'on', false) END"
)
STUCK_COMMITS = (
    "SELECT count(*) AS stuck FROM pg_stat_activity WHERE usename = current_user "
    "AND datname = current_database() AND wait_event = 'SyncRep' AND state_change < now() - interval '1s'"
)
"""Counts own commits that have waited for a standby for a second."""


def session_attributes(hosts: str, required: str) -> str:
    """Returns the required attributes of the *hosts*' sessions.

    The default is `read-write` for several hosts and `any` for one.
    """
    return required or ("read-write" if "," in hosts else "any")


class PostgresStoreFactory(PostgresFactory):
    """Factory of the library's recorders with checked connections.

    It reads five more variables. `POSTGRES_STATEMENT_TIMEOUT` limits a statement in seconds, 0 for no limit.
    `POSTGRES_READ_ONLY` set to `yes` makes transactions read-only, except behind a pooler.
    `POSTGRES_TARGET_SESSION_ATTRS` selects among several hosts, by default the one that accepts writes.
    `POSTGRES_READ_HOST` and `POSTGRES_READ_PORT` name the read replicas, by default none.
    """

    POSTGRES_STATEMENT_TIMEOUT = "POSTGRES_STATEMENT_TIMEOUT"
    POSTGRES_TARGET_SESSION_ATTRS = "POSTGRES_TARGET_SESSION_ATTRS"
    POSTGRES_READ_HOST = "POSTGRES_READ_HOST"
    POSTGRES_READ_PORT = "POSTGRES_READ_PORT"
    POSTGRES_READ_ONLY = "POSTGRES_READ_ONLY"

    def __init__(self, env: Any) -> None:
        super().__init__(env)
        statement = float(self.env.get(self.POSTGRES_STATEMENT_TIMEOUT) or STATEMENT_TIMEOUT_SECONDS)
        required = self.env.get(self.POSTGRES_TARGET_SESSION_ATTRS) or ""
        read_from = {
            "host": self.env.get(self.POSTGRES_READ_HOST) or "",
            "port": self.env.get(self.POSTGRES_READ_PORT) or "5432",
        }
        read_only = self.env.get(self.POSTGRES_READ_ONLY) == "yes"
        self.datastore = CheckedDatastore(self.datastore, statement, required, read_from, read_only)


class CheckedDatastore(PostgresDatastore):
    """Datastore that lends only working connections to the current primary.

    A restarted server closes all pooled connections. The first closed connection triggers a check of the
    whole pool, so no write fails on one. The check costs no round trip. A server that refuses writes or does
    not reply makes the pool drain. The pool refuses a primary with an earlier timeline than the latest,
    because another has replaced it.

    Reads within `replica_reads` use a connection to a replica at host and port *read_from*.

    The event loop has its own pool. A greenlet never waits for a connection that a thread holds.
    """

    def __init__(
        self,
        datastore: PostgresDatastore,
        statement: float,
        required: str,
        read_from: Mapping[str, str],
        read_only: bool = False,
    ) -> None:
        vars(self).update(vars(datastore))  # the library's factory makes only its own class
        self._statement, self._in_doubt, self._drained_at = statement, False, 0.0
        self._read_from, self._read_only = read_from, read_only
        self._replicas: Replicas | None = None
        self.log_position = LogPosition()
        pool: Any = datastore.pool
        pool_kwargs: Mapping[str, Any] = pool.kwargs
        kwargs = {
            **pool_kwargs,
            "connect_timeout": CONNECT_TIMEOUT_SECONDS,
            "target_session_attrs": session_attributes(str(pool_kwargs["host"]), required),
            "fallback_application_name": "recount",
            "keepalives_idle": 5,
            "keepalives_interval": 2,
            "keepalives_count": 3,
        }
        if statement:
            kwargs["tcp_user_timeout"] = int((statement + REPLY_GRACE_SECONDS) * 1000)
        options: dict[str, Any] = {
            "connection_class": TimedConnection,
            "kwargs": kwargs,
            "configure": self._configure_connection,
            "max_waiting": pool.max_waiting,
            "timeout": pool.timeout,
            "max_lifetime": pool.max_lifetime,
            "reconnect_timeout": RECONNECT_TIMEOUT_SECONDS,
            "get_password_func": pool.get_password_func,
            "open": False,
        }
        self._thread_pool = ConnectionPool(min_size=pool.min_size, max_size=pool.max_size, **options)
        self._loop_pool = LoopPool(min_size=0, max_size=max(1, pool.min_size), **options)

    @property
    def pool(self) -> ConnectionPool[Any]:  # type: ignore[override]  # the library has a variable here
        """The pool for the caller, a separate one for greenlets of the event loop."""
        return self._loop_pool if on_loop() else self._thread_pool

    def _configure_connection(self, connection: Connection[Any]) -> None:
        """Sets the limits of a new connection. Refuses a former primary.

        Behind a pooler each transaction may use another server connection. Therefore a pooled connection gets
        no settings and prepares no statements; its role sets the limits.
        """
        connection.autocommit = True
        pid = connection.info.backend_pid
        limits = {"statement": self._statement, "idle": self.idle_in_transaction_session_timeout}
        fields: dict[str, Any] = {name: f"{seconds * 1000:.0f}ms" for name, seconds in limits.items()}
        fields |= {"pid": pid, "read_only": self._read_only}
        try:
            row = connection.execute(_BEGIN, fields, prepare=False).fetchone()
        except Error:  # a pooler accepts clients even without a server
            self._move_host_last(connection.info.host)
            raise
        assert row is not None
        if row["pid"] != pid:
            connection.prepare_threshold = None
        if self._statement:
            assert isinstance(connection, TimedConnection)
            connection.reply_timeout = self._statement + REPLY_GRACE_SECONDS
        self.log_position.system = self.log_position.system or row["system"]
        if 0 < row["timeline"] < self.log_position.timeline:
            self._move_host_last(connection.info.host)
            raise OperationalError(f"timeline {row['timeline']} is over: another primary has taken over")
        self._observe_timeline(row["timeline"])

    def _move_host_last(self, host: str) -> None:
        """Moves *host* behind the other hosts, because it is no primary or does not reply."""
        pool_kwargs: Any = self.pool.kwargs
        hosts, ports = (str(pool_kwargs[name]).split(",") for name in ("host", "port"))
        pairs = zip(hosts, ports * (len(hosts) // len(ports)), strict=True)
        ordered = zip(*sorted(pairs, key=lambda pair: pair[0] == host), strict=True)
        pool_kwargs["host"], pool_kwargs["port"] = map(",".join, ordered)

    def _observe_timeline(self, timeline: int) -> None:
        """Notes the *timeline* of a server and drops the old primary if it is new."""
        if timeline > self.log_position.timeline:
            before, self.log_position.timeline = self.log_position.timeline, timeline
            if before:
                log.warning("another PostgreSQL is the primary now: timeline %d", timeline)
                self._drain_pools()

    def enable_replicas(self, table: str) -> None:
        """Enables reads of the log in *table* from replicas, if any exist."""
        if self._read_from["host"]:
            log_table = Identifier(self.schema, table)
            self._replicas = Replicas(
                self.pool, self._read_from, log_table, self.log_position, self._observe_timeline
            )

    @contextmanager
    def replica_reads(self, minimum: int) -> Iterator[Callable[[], bool]]:
        """Reads the log from a replica at or after position *minimum* and the known position.

        Yields a function that switches to the primary and returns whether a replica was in use.
        """
        if (outer := self._current_reader()) is not None:
            outer.min_position = max(outer.min_position, minimum)
            yield outer.leave_replica
        elif self._replicas is None:
            yield lambda: False
        else:
            reader = ReplicaReader(self._replicas, minimum)
            before = _READER.set(reader)
            try:
                yield reader.leave_replica
            finally:
                _READER.reset(before)
                reader.leave_replica()

    def _current_reader(self) -> ReplicaReader | None:
        reader = _READER.get()
        return reader if reader is not None and reader.replicas is self._replicas else None

    @contextmanager
    def get_connection(self) -> Iterator[Connection[DictRow]]:
        """Lends a connection for reads of the log.

        It leads to a replica within `replica_reads`, otherwise to the primary.
        """
        reader = self._current_reader()
        replica = offload(reader.lend_connection) if reader is not None else None
        if reader is None or replica is None:
            with self.primary_connection() as connection:
                yield connection
            return
        try:
            yield replica
        except Error as error:
            raise reader.abandon_replica(error) from None

    @contextmanager
    def primary_connection(self) -> Iterator[Connection[DictRow]]:
        """Lends a connection to the primary."""
        try:
            with ExitStack() as lending:
                connection = lending.enter_context(super().get_connection())
                if is_closed_by_server(connection):
                    lending.close()
                    self.pool.check()
                    connection = lending.enter_context(super().get_connection())
                yield connection
        except PersistenceError as error:
            if isinstance(error.__cause__, (NoReply, ReadOnlySqlTransaction)):
                self._drain_pools()
            raise

    @contextmanager
    def write_connection(self) -> Iterator[Connection[DictRow]]:
        """Lends a connection for writes.

        After a write without a reply no write begins while commits wait for a standby. Such a write has
        certainly not happened, and it uses no further connection. A writer stops reading from its replica.
        """
        if (reader := self._current_reader()) is not None:
            reader.leave_replica()
        if self._in_doubt:
            with self.primary_connection() as connection:
                results = connection.execute(STUCK_COMMITS).fetchone()
            if results is None or results["stuck"]:
                raise StoreOperationalError("commits wait for a standby that does not confirm them")
            self._in_doubt = False
        try:
            with self.primary_connection() as connection:
                yield connection
        except StoreOperationalError as error:
            self._in_doubt |= isinstance(error.__cause__, NoReply)
            raise

    def close(self) -> None:
        """Closes all pools, even while the interpreter exits."""
        if self._replicas is not None:
            self._replicas.close()
        for pool in (self._loop_pool, self._thread_pool):
            pool.close()

    def _drain_pools(self) -> None:
        """Replaces all connections, at most once a second."""
        if monotonic() - self._drained_at > 1:
            self._drained_at = monotonic()
            for pool in (self._thread_pool, self._loop_pool):
                pool.drain()
