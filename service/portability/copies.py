"""Consistent copies of all rows of a store to and from either database."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from eventsourcing.sqlite import SQLiteDatastore
from sqlalchemy import Connection, Table, delete, func, insert, select

from domain.errors import RecountError

from ..database.engine import APPEND_LOCK, Database
from ..database.tables import METADATA, streams, topics
from ..eventstore.recorders.sqlite import SQLiteRecorder
from ..eventstore.stamp import STAMP
from ..eventstore.store import Store, translate_errors


class StoreNotEmpty(RecountError):
    """The target store is not empty."""

    def __init__(self, counts: Mapping[str, int]) -> None:
        text = ", ".join(f"{count} in {table}" for table, count in counts.items())
        super().__init__(f"The store is not empty; it has rows: {text}.")


FACTS_TABLE = "stored_events"
"""Table of facts in SQLite. `rowid` is their position there."""

BATCH_ROWS = 5000
"""Rows in one batch of a copy."""

_NAMES = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name"


def list_tables(file: sqlite3.Connection) -> dict[str, tuple[str, ...]]:
    """Returns the tables of a SQLite store of this or an earlier release, with their columns."""
    names = [name for (name,) in file.execute(_NAMES).fetchall()]
    return {name: _columns(file, name) for name in names}


def _columns(file: sqlite3.Connection, table: str) -> tuple[str, ...]:
    names = [name for _, name, *_ in file.execute(f"PRAGMA table_info({table})")]
    return ("rowid", *names) if table == FACTS_TABLE else tuple(names)


def read_rows(file: sqlite3.Connection, table: str, columns: Sequence[str]) -> Iterator[tuple[Any, ...]]:
    """Yields the rows of a SQLite table, in order."""
    order = ", ".join(str(number) for number, _ in enumerate(columns, 1))
    yield from file.execute(f"SELECT {', '.join(columns)} FROM {table} ORDER BY {order}")


def copy_store(store: Store, path: Path) -> None:
    """Copies *store* at one moment into an empty file, as a SQLite store."""
    with translate_errors("the store"), closing(sqlite3.connect(path, isolation_level=None)) as file:
        if isinstance(store.recorder, SQLiteRecorder):
            with closing(sqlite3.connect(store.recorder.datastore.pool.db_name)) as connection:
                connection.backup(file)
        else:
            with closing(SQLiteDatastore(str(path), originator_id_type="text")) as datastore:
                recorder = SQLiteRecorder(datastore)
                recorder.create_table()
                with (
                    _begin_snapshot(store.database) as live,
                    recorder.database.sqlalchemy_engine().begin() as into,
                ):
                    _copy_tables(live, store.database, into, recorder.database)
        file.execute("PRAGMA journal_mode = DELETE")  # a single file


def fill_store(store: Store, source: Store) -> None:
    """Copies *source* into *store*, all or nothing, with a new id of the log.

    Raises `StoreNotEmpty`.
    """
    database = store.database
    with (
        translate_errors("the store"),
        _begin_exclusive(database) as into,
        _begin_snapshot(source.database) as connection,
    ):
        _check_empty(into, database)
        for table in (database.events, streams, topics):  # the stamp
            into.execute(delete(table))
        _copy_tables(connection, source.database, into, database)
        if into.dialect.name == "postgresql":  # the next number is after all there are, as in SQLite
            for last in (database.events.c.position, streams.c.number):
                numbers = func.pg_get_serial_sequence(f'"{last.table.name}"', last.name)
                into.execute(select(func.setval(numbers, select(func.max(last)).scalar_subquery())))
    database.topics.clear_cache()
    store.renew_log_id()


def check_empty(store: Store) -> None:
    """Raises `StoreNotEmpty` when a table of *store* has rows other than the stamp."""
    with translate_errors("the store"), _begin_snapshot(store.database) as connection:
        _check_empty(connection, store.database)


def _check_empty(connection: Connection, database: Database) -> None:
    events = database.events
    counting = {table.name: select(func.count()).select_from(table) for table in METADATA.sorted_tables}
    del counting[topics.name]  # names alone
    counting[streams.name] = counting[streams.name].where(streams.c.name != STAMP)
    stamp = select(streams.c.number).where(streams.c.name == STAMP).scalar_subquery()
    counting[FACTS_TABLE] = select(func.count()).select_from(events).where(events.c.stream != stamp)
    counts = {name: connection.execute(count).scalar_one() for name, count in sorted(counting.items())}
    if any(counts.values()):
        raise StoreNotEmpty({name: count for name, count in counts.items() if count})


def _copy_tables(source: Connection, out_of: Database, into: Connection, to: Database) -> None:
    """Copies the rows of every table in batches."""
    pairs: list[tuple[Table, Table]] = [(table, table) for table in METADATA.sorted_tables]
    for table, same in [*pairs, (out_of.events, to.events)]:
        names = table.c.keys()
        cursor_result = source.execute(select(table), execution_options={"yield_per": BATCH_ROWS})
        for batch in cursor_result.partitions():
            into.execute(insert(same), [dict(zip(names, row, strict=True)) for row in batch])


@contextmanager
def _begin_snapshot(database: Database) -> Iterator[Connection]:
    """Begins a transaction that reads the store at one moment, despite later writes."""
    with database.sqlalchemy_engine().connect() as connection:
        if connection.dialect.name == "postgresql":
            connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
            connection.exec_driver_sql("SET LOCAL idle_in_transaction_session_timeout = 0")
        yield connection


@contextmanager
def _begin_exclusive(database: Database) -> Iterator[Connection]:
    """Begins a transaction that excludes other appends."""
    with database.sqlalchemy_engine().begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(select(func.pg_advisory_xact_lock(APPEND_LOCK)))
        yield connection
