"""PostgreSQL database of a store, with the pool and errors of its events."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from typing import Any
from zlib import crc32

from psycopg import connect
from psycopg.rows import tuple_row
from psycopg.sql import SQL, Identifier
from sqlalchemy import ClauseElement, Engine, Table, create_engine
from sqlalchemy.dialects.postgresql import psycopg
from sqlalchemy.engine import Dialect
from sqlalchemy.pool import NullPool

from ..engine import (
    APPEND_LOCK,
    TABLE_CREATION_LOCK,
    TASK_LOCKS,
    CompiledStatement,
    Row,
    Run,
    compile_statement,
)
from ..references import Topics
from ..tables import define_events
from .pool import CheckedDatastore
from .retry import retry_read

POSTGRES: Dialect = psycopg.dialect()  # type: ignore[no-untyped-call]

LEADER_SILENCE = "10s"
"""Silence after which the server ends a leader's lock."""
_LEAD = "SELECT pg_try_advisory_xact_lock(%s, %s)"


class Postgres:
    """PostgreSQL database over the pool of the events."""

    is_embedded = False

    def __init__(self, datastore: CheckedDatastore, events_table: str) -> None:
        self.events = define_events(events_table, "notification_id")
        self.topics = Topics(self)
        self._datastore = datastore
        datastore.enable_replicas(events_table)

    def replica_reads(self, minimum: int = 0) -> AbstractContextManager[Callable[[], bool]]:
        return self._datastore.replica_reads(minimum)

    def observe_position(self, position: int) -> None:
        self._datastore.log_position.observe_position(position)

    def reset_position(self, position: int) -> None:
        self._datastore.log_position.position = position
        self.topics.clear_cache()

    def table_names(self) -> set[str]:
        with self._datastore.primary_connection() as connection:
            cursor = connection.cursor(row_factory=tuple_row)
            cursor.execute("SELECT tablename FROM pg_tables WHERE schemaname = %s", [self._datastore.schema])
            return {name for (name,) in cursor.fetchall()}

    @contextmanager
    def opening_lock(self) -> Iterator[None]:
        with self._datastore.primary_connection() as connection, connection.transaction():
            connection.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
            connection.execute("SELECT pg_advisory_xact_lock(%s)", (TABLE_CREATION_LOCK,))
            yield

    @contextmanager
    def leader_lock(self, name: str) -> Iterator[Callable[[], object] | None]:
        """Holds the lock in a transaction, so that a pooler keeps its connection.

        The server ends the lock with the connection, or after too long a silence of a stopped process.
        """
        key = crc32(f"{self._datastore.schema} {name}".encode()) & 0x7FFFFFFF
        with self._datastore.primary_connection() as connection, connection.transaction():
            connection.execute(
                SQL("SET LOCAL idle_in_transaction_session_timeout = {}").format(LEADER_SILENCE)
            )
            row = connection.cursor(row_factory=tuple_row).execute(_LEAD, (TASK_LOCKS, key)).fetchone()
            yield (lambda: connection.execute("SELECT 1")) if row == (True,) else None

    def sqlalchemy_engine(self) -> Engine:
        pool_kwargs: Any = self._datastore.pool.kwargs
        own_kwargs: dict[str, Any] = {"row_factory": tuple_row}
        if self._datastore.schema != "public":  # a pooler takes no options
            own_kwargs["options"] = f"-c search_path={self._datastore.schema}"
        return create_engine(
            "postgresql+psycopg://",
            creator=lambda: connect(**{**pool_kwargs, **own_kwargs}),
            poolclass=NullPool,
        )

    @retry_read
    def select_rows(self, statement: ClauseElement, **values: Any) -> list[Row]:
        if any("\0" in value for value in values.values() if isinstance(value, str)):
            return []  # PostgreSQL holds no such text, and refuses to look for it
        with self._datastore.primary_connection() as connection:
            return self._execute(connection.cursor(row_factory=tuple_row), statement, values)

    @retry_read
    def select_log_rows(self, statement: ClauseElement, **values: Any) -> list[Row]:
        with self._datastore.get_connection() as connection:
            return self._execute(connection.cursor(row_factory=tuple_row), statement, values)

    def execute_write(self, statement: ClauseElement, *, overwrite: bool = False, **values: Any) -> list[Row]:
        with self._datastore.write_connection() as connection:
            return self._execute(connection.cursor(row_factory=tuple_row), statement, values)

    @contextmanager
    def begin_transaction(
        self,
        *,
        commit: bool = True,
        overwrite: bool = False,
        locked_table: Table | None = None,
        appends: bool = False,
    ) -> Iterator[Run]:
        with (
            self._datastore.write_connection() as connection,
            connection.transaction(force_rollback=not commit),
            connection.cursor(row_factory=tuple_row) as cursor,
        ):
            if locked_table is not None:
                name = Identifier(self._datastore.schema, locked_table.name)
                cursor.execute(SQL("LOCK TABLE {} IN SHARE ROW EXCLUSIVE MODE").format(name))
            if appends:
                cursor.execute("SELECT pg_advisory_xact_lock(%s)", (APPEND_LOCK,))
            yield lambda statement, **values: self._execute(cursor, statement, values)

    def flush_log(self) -> None: ...

    def insert_rows(self, statement: ClauseElement, rows: Iterable[Mapping[str, Any]]) -> None:
        with self._datastore.write_connection() as connection, connection.transaction():
            connection.cursor().executemany(self._compile_statement(statement).text.encode(), [*rows])

    def _execute(self, cursor: Any, statement: ClauseElement, values: Mapping[str, Any]) -> list[Row]:
        text, constants = self._compile_statement(statement)
        cursor.execute(text, {**constants, **values})
        return cursor.fetchall() if cursor.description else []

    def _compile_statement(self, statement: ClauseElement) -> CompiledStatement:
        return compile_statement(statement, POSTGRES, self._datastore.schema)
