"""Copies: all rows of a store, of either database, as they stand at one moment, and into an empty one.

Tables and columns go by the names they have in SQLite.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Protocol

from eventsourcing.sqlite import SQLiteDatastore
from psycopg import Connection
from psycopg.rows import tuple_row
from psycopg.sql import SQL, Composed, Identifier, Literal

from ..eventstore.recorders.postgres import APPENDING, PostgresRecorder
from ..eventstore.recorders.sqlite import SQLiteRecorder
from ..eventstore.store import STAMP, Store, in_our_words


class Occupied(Exception):
    """A store that should be empty is not."""

    def __init__(self, held: Mapping[str, int]) -> None:
        told = ", ".join(f"{count} in {table}" for table, count in held.items())
        super().__init__(f"The store is not empty; it has rows: {told}.")


FACTS = "stored_events"
"""The table of facts, in SQLite; `rowid` is their position there."""

BATCH = 5000
"""How many rows are on their way at once."""

Row = tuple[Any, ...]
Tables = Mapping[str, Sequence[str]]
"""The columns of each table."""

_NAMES = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name"


def tables(file: sqlite3.Connection) -> dict[str, tuple[str, ...]]:
    """Returns the tables of a store in SQLite, with their columns."""
    names = [name for (name,) in file.execute(_NAMES).fetchall()]
    return {name: _columns(file, name) for name in names}


def _columns(file: sqlite3.Connection, table: str) -> tuple[str, ...]:
    named = [name for _, name, *_ in file.execute(f"PRAGMA table_info({table})")]
    return ("rowid", *named) if table == FACTS else tuple(named)


def rows(file: sqlite3.Connection, table: str, columns: Sequence[str]) -> Iterator[Row]:
    """Yields the rows of a table in SQLite, in order."""
    order = ", ".join(str(number) for number, _ in enumerate(columns, 1))
    yield from file.execute(f"SELECT {', '.join(columns)} FROM {table} ORDER BY {order}")


def copied(store: Store, path: Path) -> None:
    """Writes all that *store* holds at one moment into an empty file, as a store of SQLite."""
    recorder = store.recorder
    with in_our_words("the store"), closing(sqlite3.connect(path, isolation_level=None)) as file:
        if isinstance(recorder, SQLiteRecorder):
            with closing(_opened(recorder)) as live:
                live.backup(file)
        else:
            assert isinstance(recorder, PostgresRecorder)
            with closing(SQLiteDatastore(str(path), originator_id_type="text")) as datastore:
                SQLiteRecorder(datastore).create_table()
            with _at_one_moment(recorder) as live, _whole(file):
                into, source = _InSQLite(file), _InPostgres(recorder, live)
                for table, columns in tables(file).items():
                    into.write(table, columns, source.read(table, columns))
        file.execute("PRAGMA journal_mode = DELETE")  # one file, and none beside it


def fill(store: Store, file: sqlite3.Connection, filled: Tables) -> None:
    """Writes the tables *filled* from *file* into *store*, all or nothing; raises `Occupied`."""
    with in_our_words("the store"), _writing(store.recorder) as into:
        _check_empty(into, filled)
        into.unstamp()
        for table, columns in filled.items():
            into.write(table, columns, rows(file, table, columns))
        into.number()


def check_empty(store: Store, filled: Tables) -> None:
    """Raises `Occupied` when a table of *filled* has rows in *store*, other than the stamp."""
    with in_our_words("the store"), _writing(store.recorder) as into:
        _check_empty(into, filled)


def _check_empty(into: _Into, filled: Tables) -> None:
    if held := {table: count for table in filled if (count := into.count(table))}:
        raise Occupied(held)


class _Into(Protocol):
    """A store within a transaction."""

    def unstamp(self) -> None: ...
    def count(self, table: str) -> int: ...
    def write(self, table: str, columns: Sequence[str], rows: Iterable[Row]) -> None: ...
    def number(self) -> None: ...


@contextmanager
def _writing(recorder: object) -> Iterator[_Into]:
    if isinstance(recorder, SQLiteRecorder):
        with closing(_opened(recorder)) as file, _whole(file):
            yield _InSQLite(file)
    else:
        assert isinstance(recorder, PostgresRecorder)
        with recorder.datastore.get_connection() as server, server.transaction():
            server.execute("SELECT pg_advisory_xact_lock(%s)", (APPENDING,))
            yield _InPostgres(recorder, server)


def _opened(recorder: SQLiteRecorder) -> sqlite3.Connection:
    return sqlite3.connect(recorder.datastore.pool.db_name, isolation_level=None)


@contextmanager
def _whole(file: sqlite3.Connection) -> Iterator[None]:
    """Makes what is done within one transaction, which is on the disk thereafter."""
    file.execute("PRAGMA synchronous = FULL")
    file.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        file.execute("ROLLBACK")
        raise
    file.execute("COMMIT")


class _InSQLite:
    def __init__(self, file: sqlite3.Connection) -> None:
        self._file = file

    def unstamp(self) -> None:
        self._file.execute(f"DELETE FROM {FACTS} WHERE originator_id = ?", (STAMP,))

    def count(self, table: str) -> int:
        count = f"SELECT count(*) FROM {table}" + (" WHERE originator_id <> ?" if table == FACTS else "")
        return int(self._file.execute(count, (STAMP,) if table == FACTS else ()).fetchone()[0])

    def write(self, table: str, columns: Sequence[str], rows: Iterable[Row]) -> None:
        places = ", ".join("?" for _ in columns)
        self._file.executemany(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({places})", rows)

    def number(self) -> None:
        """SQLite goes on after the highest position by itself."""


class _InPostgres:
    def __init__(self, recorder: PostgresRecorder, server: Connection[Any]) -> None:
        self._recorder, self._server = recorder, server

    def unstamp(self) -> None:
        self._server.execute(
            SQL("DELETE FROM {} WHERE originator_id = %s").format(self._table(FACTS)), (STAMP,)
        )

    def count(self, table: str) -> int:
        count = SQL("SELECT count(*) FROM {}" + (" WHERE originator_id <> %s" if table == FACTS else ""))
        with self._server.cursor(row_factory=tuple_row) as cursor:
            cursor.execute(count.format(self._table(table)), (STAMP,) if table == FACTS else ())
            [(rows,)] = cursor.fetchall()
        return int(rows)

    def read(self, table: str, columns: Sequence[str]) -> Iterator[Row]:
        found = SQL("SELECT {} FROM {}").format(self._columns(columns), self._table(table))
        with self._server.cursor("backup", row_factory=tuple_row) as cursor:
            cursor.itersize = BATCH
            yield from cursor.execute(found)

    def write(self, table: str, columns: Sequence[str], rows: Iterable[Row]) -> None:
        into = SQL("COPY {} ({}) FROM STDIN").format(self._table(table), self._columns(columns))
        with self._server.cursor() as cursor, cursor.copy(into) as copy:
            for row in rows:
                copy.write_row(row)

    def number(self) -> None:
        """Lets the next fact stand after all there are."""
        told = SQL(
            "SELECT setval(pg_get_serial_sequence({name}, 'notification_id'), "
            "(SELECT max(notification_id) FROM {table}))"
        )
        table = self._table(FACTS)
        self._server.execute(told.format(name=Literal(table.as_string(self._server)), table=table))

    def _table(self, name: str) -> Identifier:
        real = self._recorder.events_table_name if name == FACTS else name
        return Identifier(self._recorder.datastore.schema, real)

    def _columns(self, names: Sequence[str]) -> Composed:
        real = ("notification_id" if name == "rowid" else name for name in names)
        return SQL(", ").join(map(Identifier, real))


@contextmanager
def _at_one_moment(recorder: PostgresRecorder) -> Iterator[Connection[Any]]:
    """Opens a transaction that sees the store as it is now, whatever is written meanwhile."""
    with recorder.datastore.get_connection() as server, server.transaction():
        server.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        server.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
        yield server
