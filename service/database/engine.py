"""Interface of databases beside the event log, and compilation of SQLAlchemy statements.

Rows beside the events share the lock, connections and errors of the events.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager
from functools import cache
from typing import Any, NamedTuple, Protocol

from sqlalchemy import ClauseElement, Engine, MetaData, Table
from sqlalchemy.engine import Dialect
from sqlalchemy.schema import CreateIndex, CreateTable

from .references import Topics

TABLE_CREATION_LOCK, APPEND_LOCK, TASK_LOCKS = 0x7265636F756E74, 0x7265636F756E75, 0x7265636F
"""PostgreSQL advisory locks for creating tables and appending facts ("recount" in ASCII).

`TASK_LOCKS` is the first half of the locks of background tasks.
"""

Row = tuple[Any, ...]
Run = Callable[..., list[Row]]
"""Runs a statement with named values in a transaction and returns its rows."""


class CompiledStatement(NamedTuple):
    """SQL text of a statement, with the values of its constants."""

    text: str
    values: Mapping[str, Any]


@cache
def compile_statement(
    statement: ClauseElement, dialect: Dialect, schema: str | None = None
) -> CompiledStatement:
    """Returns *statement* compiled for *dialect* and the tables of a *schema*."""
    schema_names: dict[str | None, str | None] | None = {None: schema} if schema else None
    result = statement.compile(
        dialect=dialect, schema_translate_map=schema_names, render_schema_translate=bool(schema)
    )
    values = getattr(result, "params", None) or {}
    return CompiledStatement(
        str(result), {name: value for name, value in values.items() if value is not None}
    )


@cache
def creation_statements(metadata: MetaData) -> tuple[ClauseElement, ...]:
    """Returns the statements that create all tables and indices."""
    statements: list[ClauseElement] = []
    for table in metadata.sorted_tables:
        statements += [CreateTable(table), *map(CreateIndex, table.indexes)]
    return tuple(statements)


class RowWrite(NamedTuple):
    """A statement with its values that belongs to the transaction of an append."""

    statement: ClauseElement
    values: Mapping[str, Any]


class Database(Protocol):
    """Database of a store, for the tables beside its events."""

    events: Table
    topics: Topics
    is_embedded: bool
    """Whether all processes of the database belong to its opener, all of one release."""

    def table_names(self) -> set[str]:
        """Returns the names of all tables, including foreign ones."""

    def opening_lock(self) -> AbstractContextManager[None]:
        """Locks the store for one opener among all processes."""

    def leader_lock(self, name: str) -> AbstractContextManager[Callable[[], object] | None]:
        """Takes the lock *name* until this process ends.

        Yields `None` if another process holds it. Otherwise yields a function. Call it every few seconds; it
        raises if the lock is lost.
        """

    def replica_reads(self, minimum: int = 0) -> AbstractContextManager[Callable[[], bool]]:
        """Reads events from a replica at or after position *minimum*, if one exists.

        Yields a function that switches to the primary and returns whether a replica was in use.
        """

    def observe_position(self, position: int) -> None:
        """Notes an event at *position*. Replicas without it serve no further reads."""

    def reset_position(self, position: int) -> None:
        """Notes that the last event is at *position*, although later events existed."""

    def sqlalchemy_engine(self) -> Engine:
        """Returns an engine with separate connections for migrations and copies."""

    def select_rows(self, statement: ClauseElement, **values: Any) -> list[Row]:
        """Returns the rows of a *statement*."""

    def select_log_rows(self, statement: ClauseElement, **values: Any) -> list[Row]:
        """Returns the rows of a *statement* from the database that serves the events."""

    def execute_write(self, statement: ClauseElement, *, overwrite: bool = False, **values: Any) -> list[Row]:
        """Runs a *statement* in its own transaction. Returns its rows."""

    def begin_transaction(
        self,
        *,
        commit: bool = True,
        overwrite: bool = False,
        locked_table: Table | None = None,
        appends: bool = False,
    ) -> AbstractContextManager[Run]:
        """Begins a transaction and yields a function that runs statements.

        An error rolls it back. *overwrite* erases deleted content from the file of SQLite. Other writers
        cannot add rows to *locked_table*, and no events if it *appends* some.
        """

    def flush_log(self) -> None:
        """Empties the write-ahead log of a file, which may hold erased content; a server does so itself."""

    def insert_rows(self, statement: ClauseElement, rows: Iterable[Mapping[str, Any]]) -> None:
        """Runs *statement* for each of *rows*, all or none."""
