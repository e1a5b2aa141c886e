"""Connections to PostgreSQL: to the primary, live ones alone, and none that anybody waits for without end."""

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
from .connection import Known, NoReply, TimedConnection, hung_up
from .loop_pool import LoopPool
from .replicas import Reading, Replicas

log = logging.getLogger(__name__)

CONNECTING = 2
"""Seconds that each host has to let us in; the C library has no shorter limit."""
STATEMENT = 5.0
"""Seconds that a statement may take unless the environment says otherwise."""
SILENT = 2.0
"""Seconds that a reply may come later than the server itself would have given a statement up."""
RECONNECTING = 5.0
"""Seconds after which the pool tries no longer by itself: the next request begins at once, and not later."""

_READING: ContextVar[Reading | None] = ContextVar("reading", default=None)
"""Who reads the log here, if a replica may serve."""

_BEGIN = SQL(
    "SELECT pg_backend_pid() AS pid, (SELECT system_identifier FROM pg_control_system()) AS system, "
    "CASE WHEN pg_is_in_recovery() THEN 0 ELSE "
    "('x' || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8))::bit(32)::bigint END AS timeline, "
    "CASE WHEN pg_backend_pid() = %(pid)s THEN set_config('statement_timeout', %(statement)s, false) END, "
    "CASE WHEN pg_backend_pid() = %(pid)s THEN "
    "set_config('idle_in_transaction_session_timeout', %(idle)s, false) END"
)
STUCK = (
    "SELECT count(*) AS stuck FROM pg_stat_activity WHERE usename = current_user "
    "AND datname = current_database() AND wait_event = 'SyncRep' AND state_change < now() - interval '1s'"
)
"""How many commits of ours have waited for a standby for a second."""


def attributes(hosts: str, required: str) -> str:
    """Returns which of the *hosts* will do: the *required* ones, else of several that which takes writes."""
    return required or ("read-write" if "," in hosts else "any")


class Factory(PostgresFactory):
    """Makes what the library keeps its events with, over connections of ours.

    It reads more variables: `POSTGRES_STATEMENT_TIMEOUT`, the seconds that a statement may take (0: as long
    as it likes), `POSTGRES_TARGET_SESSION_ATTRS`, which of several hosts will do (none: that which takes
    writes), `POSTGRES_READ_HOST` and `POSTGRES_READ_PORT`, the replicas to read the log from (none: there
    are none).
    """

    POSTGRES_STATEMENT_TIMEOUT = "POSTGRES_STATEMENT_TIMEOUT"
    POSTGRES_TARGET_SESSION_ATTRS = "POSTGRES_TARGET_SESSION_ATTRS"
    POSTGRES_READ_HOST = "POSTGRES_READ_HOST"
    POSTGRES_READ_PORT = "POSTGRES_READ_PORT"

    def __init__(self, env: Any) -> None:
        super().__init__(env)
        statement = float(self.env.get(self.POSTGRES_STATEMENT_TIMEOUT) or STATEMENT)
        required = self.env.get(self.POSTGRES_TARGET_SESSION_ATTRS) or ""
        read_from = {
            "host": self.env.get(self.POSTGRES_READ_HOST) or "",
            "port": self.env.get(self.POSTGRES_READ_PORT) or "5432",
        }
        self.datastore = SteadyDatastore(self.datastore, statement, required, read_from)


class SteadyDatastore(PostgresDatastore):
    """A datastore that hands out no connection to a server that has gone, or that is the primary no longer.

    After a restart of the server all that lie in the pool are closed by it. The first that is found so has
    all of them looked at, and nobody else meets one: no write is put in doubt by it. It costs no word with
    the server. A server that takes no writes, or is silent, has the whole pool made anew. A primary of an
    earlier timeline than one that was seen is not connected to: another has taken over from it.

    Who reads the log within `reading` is lent a connection to a replica, of the host and port to *read_from*.

    The event loop has a pool of its own: a greenlet never waits for a connection that a thread has.
    """

    def __init__(
        self, made: PostgresDatastore, statement: float, wanted: str, read_from: Mapping[str, str]
    ) -> None:
        vars(self).update(vars(made))  # the library's factory makes no others
        self._statement, self._in_doubt, self._drained = statement, False, 0.0
        self._read_from = read_from
        self._replicas: Replicas | None = None
        self.known = Known()
        pool: Any = made.pool
        known: Mapping[str, Any] = pool.kwargs
        kwargs = {
            **known,
            "connect_timeout": CONNECTING,
            "target_session_attrs": attributes(str(known["host"]), wanted),
            "fallback_application_name": "recount",
            "keepalives_idle": 5,
            "keepalives_interval": 2,
            "keepalives_count": 3,
        }
        if statement:
            kwargs["tcp_user_timeout"] = int((statement + SILENT) * 1000)
        options: dict[str, Any] = {
            "connection_class": TimedConnection,
            "kwargs": kwargs,
            "configure": self._configured,
            "max_waiting": pool.max_waiting,
            "timeout": pool.timeout,
            "max_lifetime": pool.max_lifetime,
            "reconnect_timeout": RECONNECTING,
            "get_password_func": pool.get_password_func,
            "open": False,
        }
        self._thread_pool = ConnectionPool(min_size=pool.min_size, max_size=pool.max_size, **options)
        self._loop_pool = LoopPool(min_size=0, max_size=max(1, pool.min_size), **options)

    @property
    def pool(self) -> ConnectionPool[Any]:  # type: ignore[override]  # the library has a variable here
        """The pool for the caller: that of the event loop for its greenlets."""
        return self._loop_pool if on_loop() else self._thread_pool

    def _configured(self, connection: Connection[Any]) -> None:
        """Sets the limits of a new connection, unless it is a pooler's, and refuses one to an old primary.

        Behind a pooler each transaction may run on another connection to the server: nothing is set on it
        (limits are those of the role there), and no statement is prepared.
        """
        connection.autocommit = True
        pid = connection.info.backend_pid
        limits = {"statement": self._statement, "idle": self.idle_in_transaction_session_timeout}
        fields = {name: f"{seconds * 1000:.0f}ms" for name, seconds in limits.items()}
        try:
            found = connection.execute(_BEGIN, {"pid": pid, **fields}, prepare=False).fetchone()
        except Error:  # a pooler lets its clients in although no server answers it
            self._ask_last(connection.info.host)
            raise
        assert found is not None
        if found["pid"] != pid:
            connection.prepare_threshold = None
        if self._statement:
            assert isinstance(connection, TimedConnection)
            connection.patience = self._statement + SILENT
        self.known.system = self.known.system or found["system"]
        if 0 < found["timeline"] < self.known.timeline:
            self._ask_last(connection.info.host)
            raise OperationalError(f"timeline {found['timeline']} is over: another primary has taken over")
        self._met(found["timeline"])

    def _ask_last(self, host: str) -> None:
        """Lets the other hosts be asked before *host*: its server is no primary, or does not answer."""
        known: Any = self.pool.kwargs
        hosts, ports = (str(known[name]).split(",") for name in ("host", "port"))
        each = zip(hosts, ports * (len(hosts) // len(ports)), strict=True)
        ordered = zip(*sorted(each, key=lambda pair: pair[0] == host), strict=True)
        known["host"], known["port"] = map(",".join, ordered)

    def _met(self, timeline: int) -> None:
        """Takes in the *timeline* of a server, and lets go of the primary before if it is a new one."""
        if timeline > self.known.timeline:
            before, self.known.timeline = self.known.timeline, timeline
            if before:
                log.warning("another PostgreSQL is the primary now: timeline %d", timeline)
                self._renew()

    def find_replicas(self, table: str) -> None:
        """Lets the log in *table* be read from replicas, if there are any."""
        if self._read_from["host"]:
            log_table = Identifier(self.schema, table)
            self._replicas = Replicas(self.pool, self._read_from, log_table, self.known, self._met)

    @contextmanager
    def reading(self, minimum: int) -> Iterator[Callable[[], bool]]:
        """Lets the log be read from a replica that has come to position *minimum*, and as far as is known.

        Yields what lets it be read from the primary from then on, and tells whether a replica was read.
        """
        if (outer := self._reader()) is not None:
            outer.least = max(outer.least, minimum)
            yield outer.leave
        elif self._replicas is None:
            yield lambda: False
        else:
            reading = Reading(self._replicas, minimum)
            before = _READING.set(reading)
            try:
                yield reading.leave
            finally:
                _READING.reset(before)
                reading.leave()

    def _reader(self) -> Reading | None:
        reading = _READING.get()
        return reading if reading is not None and reading.replicas is self._replicas else None

    @contextmanager
    def get_connection(self) -> Iterator[Connection[DictRow]]:
        """Lends a connection to read the log with: to a replica within `reading`, else to the primary."""
        reading = self._reader()
        replica = offload(reading.connection) if reading is not None else None
        if reading is None or replica is None:
            with self.primary() as connection:
                yield connection
            return
        try:
            yield replica
        except Error as error:
            raise reading.lost(error) from None

    @contextmanager
    def primary(self) -> Iterator[Connection[DictRow]]:
        """Lends a connection to the primary."""
        try:
            with ExitStack() as lending:
                connection = lending.enter_context(super().get_connection())
                if hung_up(connection):
                    lending.close()
                    self.pool.check()
                    connection = lending.enter_context(super().get_connection())
                yield connection
        except PersistenceError as error:
            if isinstance(error.__cause__, (NoReply, ReadOnlySqlTransaction)):
                self._renew()
            raise

    @contextmanager
    def writing(self) -> Iterator[Connection[DictRow]]:
        """Lends a connection to write with.

        After a write without a reply nothing is written while commits wait for a standby: what is not begun
        is certainly not done, and no connection more is taken up by it. Who writes reads no replica any more.
        """
        if (reading := self._reader()) is not None:
            reading.leave()
        if self._in_doubt:
            with self.primary() as connection:
                results = connection.execute(STUCK).fetchone()
            if results is None or results["stuck"]:
                raise StoreOperationalError("commits wait for a standby that does not confirm them")
            self._in_doubt = False
        try:
            with self.primary() as connection:
                yield connection
        except StoreOperationalError as error:
            self._in_doubt |= isinstance(error.__cause__, NoReply)
            raise

    def close(self) -> None:
        """Lets go of all connections; the interpreter may be ending."""
        if self._replicas is not None:
            self._replicas.close()
        for pool in (self._loop_pool, self._thread_pool):
            pool.close()

    def _renew(self) -> None:
        """Lets go of all connections, once a second at most."""
        if monotonic() - self._drained > 1:
            self._drained = monotonic()
            for pool in (self._thread_pool, self._loop_pool):
                pool.drain()
