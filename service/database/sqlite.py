"""SQLite database of a store, with the lock and errors of its events."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Any

from eventsourcing.persistence import PersistenceError
from eventsourcing.sqlite import SQLiteDatastore
from sqlalchemy import ClauseElement, Engine, Table, create_engine
from sqlalchemy.dialects import sqlite
from sqlalchemy.engine import Dialect
from sqlalchemy.event import listen
from sqlalchemy.pool import NullPool

from projections.files import exclusive_file

from .cooperation import FairLock
from .engine import Row, Run, compile_statement
from .references import Topics
from .tables import define_events

SQLITE: Dialect = sqlite.dialect(paramstyle="named")


class SQLite:
    """SQLite database with one write transaction at a time."""

    is_embedded = True

    def __init__(self, datastore: SQLiteDatastore, lock: FairLock, events_table: str) -> None:
        self.events = define_events(events_table, "rowid")
        self.topics = Topics(self)
        self._datastore, self._lock = datastore, lock

    def table_names(self) -> set[str]:
        with self._datastore.transaction(commit=False) as cursor:
            cursor.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            return {name for (name,) in cursor.fetchall()}

    def opening_lock(self) -> AbstractContextManager[None]:
        return exclusive_file(Path(self._datastore.pool.db_name))

    @contextmanager
    def leader_lock(self, name: str) -> Iterator[Callable[[], object] | None]:
        yield lambda: None  # one process serves

    def replica_reads(self, minimum: int = 0) -> AbstractContextManager[Callable[[], bool]]:
        return nullcontext(lambda: False)  # a file has no replica

    def observe_position(self, position: int) -> None: ...

    def reset_position(self, position: int) -> None: ...

    def sqlalchemy_engine(self) -> Engine:
        def connect_file() -> sqlite3.Connection:
            file = sqlite3.connect(self._datastore.pool.db_name, isolation_level=None)
            file.execute("PRAGMA synchronous = FULL")
            return file

        engine = create_engine("sqlite://", creator=connect_file, poolclass=NullPool)
        # Otherwise the driver begins no transaction before changes of tables.
        listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
        return engine

    def select_rows(self, statement: ClauseElement, **values: Any) -> list[Row]:
        text, constants = compile_statement(statement, SQLITE)
        pool = self._datastore.pool
        connection = pool.get_connection(is_writer=False)
        try:
            cursor = connection.cursor()  # a single statement is a transaction of its own
            cursor.execute(text, {**constants, **values})
            return [tuple(row) for row in cursor.fetchall()]
        except sqlite3.Error as error:
            raise PersistenceError(error) from error
        finally:
            pool.put_connection(connection)

    def select_log_rows(self, statement: ClauseElement, **values: Any) -> list[Row]:
        return self.select_rows(statement, **values)

    def execute_write(self, statement: ClauseElement, *, overwrite: bool = False, **values: Any) -> list[Row]:
        with self.begin_transaction(overwrite=overwrite) as run:
            return run(statement, **values)

    @contextmanager
    def begin_transaction(
        self,
        *,
        commit: bool = True,
        overwrite: bool = False,
        locked_table: Table | None = None,
        appends: bool = False,
    ) -> Iterator[Run]:
        with self._lock, self._datastore.get_connection(commit=True) as connection:
            if overwrite:
                connection.cursor().execute("PRAGMA secure_delete=ON")
            with connection.transaction(commit=commit) as cursor:

                def run(statement: ClauseElement, **values: Any) -> list[Row]:
                    text, constants = compile_statement(statement, SQLITE)
                    cursor.execute(text, {**constants, **values})
                    return [tuple(row) for row in cursor.fetchall()]

                yield run

    def flush_log(self) -> None:
        with self._lock, self._datastore.get_connection(commit=True) as connection:
            connection.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def insert_rows(self, statement: ClauseElement, rows: Iterable[Mapping[str, Any]]) -> None:
        with self._lock, self._datastore.transaction(commit=True) as cursor:
            cursor.executemany(compile_statement(statement, SQLITE).text, [*rows])
