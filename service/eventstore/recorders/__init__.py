"""How the library's recorders write for us: durably, one at a time where it matters, heads beside facts."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .postgres import PostgresRecorder
    from .sqlite import SQLiteRecorder

SQLITE, POSTGRES = "eventsourcing.sqlite", "eventsourcing.postgres"
"""The databases that can hold a store, by the library's name for them."""


def recorder(database: str) -> type[SQLiteRecorder] | type[PostgresRecorder]:
    """Returns the recorder for *database*; the client of the other one, which takes long, is not loaded."""
    if database == SQLITE:
        from .sqlite import SQLiteRecorder

        return SQLiteRecorder
    from .postgres import PostgresRecorder

    return PostgresRecorder


def module_of(database: str) -> str:
    """Returns where the library finds the factory of connections to *database*."""
    return database if database == SQLITE else "service.database.postgresql.pool:Factory"
