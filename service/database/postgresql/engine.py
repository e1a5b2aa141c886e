"""The tables beside the events in PostgreSQL, over the pool, and with the errors, of the events."""

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

from ..engine import CREATING_TABLES, TASKS, Compiled, Row, Run, compiled
from ..tables import events
from ..topics import Topics
from .pool import SteadyDatastore
from .retry import repeated

POSTGRES: Dialect = psycopg.dialect()  # type: ignore[no-untyped-call]

SILENT = "10s"
"""How long who holds a lock may be silent before it is another's."""
_LEAD = "SELECT pg_try_advisory_xact_lock(%s, %s)"


class Postgres:
    """A database of PostgreSQL, over the pool that events are written with."""

    embedded = False

    def __init__(self, datastore: SteadyDatastore, events_table: str) -> None:
        self.events = events(events_table, "notification_id")
        self.topics = Topics(self)
        self._datastore = datastore
        datastore.find_replicas(events_table)

    def reading(self, minimum: int = 0) -> AbstractContextManager[Callable[[], bool]]:
        return self._datastore.reading(minimum)

    def heard(self, position: int) -> None:
        self._datastore.known.saw(position)

    def went_back(self, position: int) -> None:
        self._datastore.known.position = position
        self.topics.forget()

    def names(self) -> set[str]:
        with self._datastore.primary() as connection:
            cursor = connection.cursor(row_factory=tuple_row)
            cursor.execute("SELECT tablename FROM pg_tables WHERE schemaname = %s", [self._datastore.schema])
            return {name for (name,) in cursor.fetchall()}

    @contextmanager
    def alone(self) -> Iterator[None]:
        with self._datastore.primary() as connection, connection.transaction():
            connection.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
            connection.execute("SELECT pg_advisory_xact_lock(%s)", (CREATING_TABLES,))
            yield

    @contextmanager
    def leading(self, name: str) -> Iterator[Callable[[], object] | None]:
        """Holds the lock in a transaction, which a pooler leaves on one connection.

        The server ends it with the connection, or when a process that stands still is silent for too long.
        """
        key = crc32(f"{self._datastore.schema} {name}".encode()) & 0x7FFFFFFF
        with self._datastore.primary() as connection, connection.transaction():
            connection.execute(SQL("SET LOCAL idle_in_transaction_session_timeout = {}").format(SILENT))
            taken = connection.cursor(row_factory=tuple_row).execute(_LEAD, (TASKS, key)).fetchone()
            yield (lambda: connection.execute("SELECT 1")) if taken == (True,) else None

    def engine(self) -> Engine:
        known: Any = self._datastore.pool.kwargs
        ours: dict[str, Any] = {"row_factory": tuple_row}
        if self._datastore.schema != "public":  # a pooler takes no options
            ours["options"] = f"-c search_path={self._datastore.schema}"
        return create_engine(
            "postgresql+psycopg://", creator=lambda: connect(**{**known, **ours}), poolclass=NullPool
        )

    @repeated
    def rows(self, statement: ClauseElement, **values: Any) -> list[Row]:
        if any("\0" in value for value in values.values() if isinstance(value, str)):
            return []  # PostgreSQL holds no such text, and refuses to look for it
        with self._datastore.primary() as connection:
            return self._run(connection.cursor(row_factory=tuple_row), statement, values)

    @repeated
    def logged(self, statement: ClauseElement, **values: Any) -> list[Row]:
        with self._datastore.get_connection() as connection:
            return self._run(connection.cursor(row_factory=tuple_row), statement, values)

    def write(self, statement: ClauseElement, *, overwrite: bool = False, **values: Any) -> list[Row]:
        with self._datastore.writing() as connection:
            return self._run(connection.cursor(row_factory=tuple_row), statement, values)

    @contextmanager
    def writing(
        self, *, commit: bool = True, overwrite: bool = False, alone_in: Table | None = None
    ) -> Iterator[Run]:
        with (
            self._datastore.writing() as connection,
            connection.transaction(force_rollback=not commit),
            connection.cursor(row_factory=tuple_row) as cursor,
        ):
            if alone_in is not None:
                name = Identifier(self._datastore.schema, alone_in.name)
                cursor.execute(SQL("LOCK TABLE {} IN SHARE ROW EXCLUSIVE MODE").format(name))
            yield lambda statement, **values: self._run(cursor, statement, values)

    def add(self, statement: ClauseElement, rows: Iterable[Mapping[str, Any]]) -> None:
        with self._datastore.writing() as connection, connection.transaction():
            connection.cursor().executemany(self._compiled(statement).text.encode(), [*rows])

    def _run(self, cursor: Any, statement: ClauseElement, values: Mapping[str, Any]) -> list[Row]:
        text, known = self._compiled(statement)
        cursor.execute(text, {**known, **values})
        return cursor.fetchall() if cursor.description else []

    def _compiled(self, statement: ClauseElement) -> Compiled:
        return compiled(statement, POSTGRES, self._datastore.schema)
