"""Recorders that write events durably, in order and together with their heads."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .postgres import PostgresRecorder
    from .sqlite import SQLiteRecorder

SQLITE, POSTGRES = "eventsourcing.sqlite", "eventsourcing.postgres"
"""The library's names of the supported databases."""


def recorder_class(database: str) -> type[SQLiteRecorder] | type[PostgresRecorder]:
    """Returns the recorder for *database*. Loads only the client of that database."""
    if database == SQLITE:
        from .sqlite import SQLiteRecorder

        return SQLiteRecorder
    from .postgres import PostgresRecorder

    return PostgresRecorder


def factory_module(database: str) -> str:
    """Returns the library's path of the factory for *database*."""
    return database if database == SQLITE else "service.database.postgresql.pool:PostgresStoreFactory"
