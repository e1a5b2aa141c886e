"""The tables beside the events in SQLite, written under the lock, and with the errors, of the events."""

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

from .cooperation import Turn
from .engine import Row, Run, compiled
from .tables import events
from .topics import Topics

SQLITE: Dialect = sqlite.dialect(paramstyle="named")


class SQLite:
    """A database of SQLite, written one transaction at a time."""

    embedded = True

    def __init__(self, datastore: SQLiteDatastore, lock: Turn, events_table: str) -> None:
        self.events = events(events_table, "rowid")
        self.topics = Topics(self)
        self._datastore, self._lock = datastore, lock

    def names(self) -> set[str]:
        with self._datastore.transaction(commit=False) as cursor:
            cursor.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            return {name for (name,) in cursor.fetchall()}

    def alone(self) -> AbstractContextManager[None]:
        return exclusive_file(Path(self._datastore.pool.db_name))

    @contextmanager
    def leading(self, name: str) -> Iterator[Callable[[], object] | None]:
        yield lambda: None  # one process serves

    def reading(self, minimum: int = 0) -> AbstractContextManager[Callable[[], bool]]:
        return nullcontext(lambda: False)  # a file has no replica

    def heard(self, position: int) -> None: ...

    def went_back(self, position: int) -> None: ...

    def engine(self) -> Engine:
        def connected() -> sqlite3.Connection:
            file = sqlite3.connect(self._datastore.pool.db_name, isolation_level=None)
            file.execute("PRAGMA synchronous = FULL")
            return file

        engine = create_engine("sqlite://", creator=connected, poolclass=NullPool)
        # Otherwise the driver begins where it thinks fit, and not before tables are changed.
        listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
        return engine

    def rows(self, statement: ClauseElement, **values: Any) -> list[Row]:
        text, known = compiled(statement, SQLITE)
        pool = self._datastore.pool
        connection = pool.get_connection(is_writer=False)
        try:
            cursor = connection.cursor()  # a single statement is a transaction of its own
            cursor.execute(text, {**known, **values})
            return [tuple(row) for row in cursor.fetchall()]
        except sqlite3.Error as error:
            raise PersistenceError(error) from error
        finally:
            pool.put_connection(connection)

    def logged(self, statement: ClauseElement, **values: Any) -> list[Row]:
        return self.rows(statement, **values)

    def write(self, statement: ClauseElement, *, overwrite: bool = False, **values: Any) -> list[Row]:
        with self.writing(overwrite=overwrite) as run:
            return run(statement, **values)

    @contextmanager
    def writing(
        self, *, commit: bool = True, overwrite: bool = False, alone_in: Table | None = None
    ) -> Iterator[Run]:
        with self._lock, self._datastore.get_connection(commit=True) as connection:
            if overwrite:
                connection.cursor().execute("PRAGMA secure_delete=ON")
            with connection.transaction(commit=commit) as cursor:

                def run(statement: ClauseElement, **values: Any) -> list[Row]:
                    text, known = compiled(statement, SQLITE)
                    cursor.execute(text, {**known, **values})
                    return [tuple(row) for row in cursor.fetchall()]

                yield run

    def add(self, statement: ClauseElement, rows: Iterable[Mapping[str, Any]]) -> None:
        with self._lock, self._datastore.transaction(commit=True) as cursor:
            cursor.executemany(compiled(statement, SQLITE).text, [*rows])
