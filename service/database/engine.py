"""How statements of SQLAlchemy are run: compiled once, over the connections that the events are written with.

So a row beside the events is written under the lock, and with the connections and the errors, of the events.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager
from functools import cache
from typing import Any, NamedTuple, Protocol

from sqlalchemy import ClauseElement, Engine, MetaData, Table
from sqlalchemy.engine import Dialect
from sqlalchemy.schema import CreateIndex, CreateTable

from .topics import Topics

CREATING_TABLES, APPENDING, TASKS = 0x7265636F756E74, 0x7265636F756E75, 0x7265636F
"""The PostgreSQL advisory locks under which tables are created and facts appended ("recount" in ASCII).

The last is the first half of those under which tasks are worked at.
"""

Row = tuple[Any, ...]
Run = Callable[..., list[Row]]
"""Runs a statement with values by their names, within a transaction; returns the rows it has."""


class Compiled(NamedTuple):
    """A statement in the words of a database, and the values that stand in it already."""

    text: str
    values: Mapping[str, Any]


@cache
def compiled(statement: ClauseElement, dialect: Dialect, schema: str | None = None) -> Compiled:
    """Returns *statement* as *dialect* has it, for the tables of a *schema*."""
    names: dict[str | None, str | None] | None = {None: schema} if schema else None
    found = statement.compile(
        dialect=dialect, schema_translate_map=names, render_schema_translate=bool(schema)
    )
    values = getattr(found, "params", None) or {}
    return Compiled(str(found), {name: value for name, value in values.items() if value is not None})


@cache
def creating(metadata: MetaData) -> tuple[ClauseElement, ...]:
    """Returns the statements that create all tables, with their indices."""
    made: list[ClauseElement] = []
    for table in metadata.sorted_tables:
        made += [CreateTable(table), *map(CreateIndex, table.indexes)]
    return tuple(made)


class Database(Protocol):
    """A database that holds a store, for the tables beside its events."""

    events: Table
    topics: Topics
    embedded: bool
    """Whether its processes all belong to who opens it, and no older one goes on beside."""

    def names(self) -> set[str]:
        """Returns the tables there are, of ours and of others."""

    def alone(self) -> AbstractContextManager[None]:
        """Lets one opener at a time through, of all processes."""

    def leading(self, name: str) -> AbstractContextManager[Callable[[], object] | None]:
        """Takes the lock *name*, which ends with this process; yields `None` when another has it.

        Else it yields what is to be called every few seconds, and raises when the lock is lost.
        """

    def reading(self, minimum: int = 0) -> AbstractContextManager[Callable[[], bool]]:
        """Lets the events be read from a replica that has come to position *minimum*, where there is one.

        Yields what lets them be read from the primary from then on, and tells whether a replica was read.
        """

    def heard(self, position: int) -> None:
        """Takes in that there is an event at *position*: no replica may be read that does not have it."""

    def went_back(self, position: int) -> None:
        """Takes in that the last event stands at *position*, although there were later ones."""

    def engine(self) -> Engine:
        """Returns what gives connections of their own to migrations and copies."""

    def rows(self, statement: ClauseElement, **values: Any) -> list[Row]:
        """Returns the rows that a *statement* finds."""

    def logged(self, statement: ClauseElement, **values: Any) -> list[Row]:
        """Returns the rows that a *statement* finds, read from where events are: they go with them."""

    def write(self, statement: ClauseElement, *, overwrite: bool = False, **values: Any) -> list[Row]:
        """Runs a *statement* in a transaction of its own; returns the rows it has."""

    def writing(
        self, *, commit: bool = True, overwrite: bool = False, alone_in: Table | None = None
    ) -> AbstractContextManager[Run]:
        """Begins a transaction, for what it yields to run statements in; of errors nothing is kept.

        To *overwrite*, SQLite leaves nothing in its file of what goes. Nobody else adds rows *alone_in*.
        """

    def add(self, statement: ClauseElement, rows: Iterable[Mapping[str, Any]]) -> None:
        """Runs *statement* for each of *rows*, all or none."""
