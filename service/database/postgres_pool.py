"""Connections to PostgreSQL: to the primary, live ones alone, and none that anybody waits for without end."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from time import monotonic
from typing import Any, TypeVar

from eventsourcing.persistence import OperationalError as StoreOperationalError
from eventsourcing.persistence import PersistenceError
from eventsourcing.postgres import ConnectionPool, PostgresDatastore, PostgresFactory
from psycopg import Connection, OperationalError
from psycopg.abc import PQGen
from psycopg.errors import ReadOnlySqlTransaction
from psycopg.rows import DictRow
from psycopg.sql import SQL

log = logging.getLogger(__name__)

R = TypeVar("R")

CONNECTING = 2
"""Seconds that each host has to let us in; the C library has no shorter limit."""
STATEMENT = 5.0
"""Seconds that a statement may take unless the environment says otherwise."""
SILENT = 2.0
"""Seconds that a reply may come later than the server itself would have given a statement up."""
RECONNECTING = 5.0
"""Seconds after which the pool tries no longer by itself: the next request begins at once, and not later."""
GOODBYES = 2
"""How often is listened: the server says why it hangs up, and hangs up."""

_BEGIN = SQL(
    "SELECT pg_backend_pid() AS pid, CASE WHEN pg_is_in_recovery() THEN 0 ELSE "
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


class NoReply(OperationalError):
    """The server has not replied in time: what it was told may have been done, be done yet, or never."""


class TimedConnection(Connection[DictRow]):
    """A connection that is given up when a reply takes longer than `patience`, in seconds; `None`: never.

    It is closed then, and nothing is cancelled: a write that is cancelled while it waits for a standby counts
    as done, although it is on one machine alone.
    """

    patience: float | None = None

    def wait(self, gen: PQGen[R], interval: float = 0.1, timeout: float | None = None) -> R:
        """Waits for a reply; raises `NoReply`."""
        if timeout is not None or self.patience is None:
            return super().wait(gen, interval, timeout)
        began = monotonic()
        try:
            return super().wait(gen, interval, self.patience)
        except OperationalError as error:
            if monotonic() - began < self.patience:
                raise
            self.close()
            raise NoReply(f"PostgreSQL has not replied for {self.patience:.0f} s") from error


def attributes(hosts: str, wanted: str) -> str:
    """Returns which of the *hosts* will do: the *wanted* ones, else of several that which takes writes."""
    return wanted or ("read-write" if "," in hosts else "any")


class Factory(PostgresFactory):
    """Makes what the library keeps its events with, over connections of ours.

    It reads two more variables: `POSTGRES_STATEMENT_TIMEOUT`, the seconds that a statement may take (0: as
    long as it likes), and `POSTGRES_TARGET_SESSION_ATTRS`, which of several hosts will do (none: that which
    takes writes).
    """

    POSTGRES_STATEMENT_TIMEOUT = "POSTGRES_STATEMENT_TIMEOUT"
    POSTGRES_TARGET_SESSION_ATTRS = "POSTGRES_TARGET_SESSION_ATTRS"

    def __init__(self, env: Any) -> None:
        super().__init__(env)
        statement = float(self.env.get(self.POSTGRES_STATEMENT_TIMEOUT) or STATEMENT)
        wanted = self.env.get(self.POSTGRES_TARGET_SESSION_ATTRS) or ""
        self.datastore = SteadyDatastore(self.datastore, statement, wanted)


class SteadyDatastore(PostgresDatastore):
    """A datastore that hands out no connection to a server that has gone, or that is the primary no longer.

    After a restart of the server all that lie in the pool are closed by it. The first that is found so has
    all of them looked at, and nobody else meets one: no write is put in doubt by it. It costs no word with
    the server. A server that takes no writes, or is silent, has the whole pool made anew. A primary of an
    earlier timeline than one that was seen is not connected to: another has taken over from it.
    """

    def __init__(self, made: PostgresDatastore, statement: float, wanted: str) -> None:
        vars(self).update(vars(made))  # the library's factory makes no others
        self._statement, self._timeline, self._in_doubt, self._drained = statement, 0, False, 0.0
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
        self.pool = ConnectionPool(
            connection_class=TimedConnection,
            kwargs=kwargs,
            configure=self._configured,
            min_size=pool.min_size,
            max_size=pool.max_size,
            max_waiting=pool.max_waiting,
            timeout=pool.timeout,
            max_lifetime=pool.max_lifetime,
            reconnect_timeout=RECONNECTING,
            get_password_func=pool.get_password_func,
            open=False,
        )

    def _configured(self, connection: Connection[Any]) -> None:
        """Sets the limits of a new connection, unless it is a pooler's, and refuses one to an old primary.

        Behind a pooler each transaction may run on another connection to the server: nothing is set on it
        (limits are those of the role there), and no statement is prepared.
        """
        connection.autocommit = True
        pid = connection.info.backend_pid
        limits = {"statement": self._statement, "idle": self.idle_in_transaction_session_timeout}
        told = {name: f"{seconds * 1000:.0f}ms" for name, seconds in limits.items()}
        found = connection.execute(_BEGIN, {"pid": pid, **told}, prepare=False).fetchone()
        assert found is not None
        if found["pid"] != pid:
            connection.prepare_threshold = None
        if self._statement:
            assert isinstance(connection, TimedConnection)
            connection.patience = self._statement + SILENT
        if 0 < found["timeline"] < self._timeline:
            raise OperationalError(f"timeline {found['timeline']} is over: another primary has taken over")
        if found["timeline"] > self._timeline:
            before, self._timeline = self._timeline, found["timeline"]
            if before:
                log.warning("another PostgreSQL is the primary now: timeline %d", self._timeline)
                self._renew()

    @contextmanager
    def get_connection(self) -> Iterator[Connection[DictRow]]:
        """Lends a connection."""
        try:
            with ExitStack() as lending:
                connection = lending.enter_context(super().get_connection())
                if _hung_up(connection):
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
        is certainly not done, and no connection more is taken up by it.
        """
        if self._in_doubt:
            with self.get_connection() as connection:
                found = connection.execute(STUCK).fetchone()
            if found is None or found["stuck"]:
                raise StoreOperationalError("commits wait for a standby that does not confirm them")
            self._in_doubt = False
        try:
            with self.get_connection() as connection:
                yield connection
        except StoreOperationalError as error:
            self._in_doubt |= isinstance(error.__cause__, NoReply)
            raise

    def _renew(self) -> None:
        """Lets go of all connections, once a second at most."""
        if monotonic() - self._drained > 1:
            self._drained = monotonic()
            self.pool.drain()


def _hung_up(connection: Connection[DictRow]) -> bool:
    try:
        for _ in range(GOODBYES):
            connection.pgconn.consume_input()
    except OperationalError:
        return True
    return False
