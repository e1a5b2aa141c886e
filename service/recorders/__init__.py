"""How the library's recorders write for us: durably, one at a time where it matters, heads beside facts."""

from __future__ import annotations

from .postgres import PostgresRecorder
from .sqlite import SQLiteRecorder

__all__ = ("RECORDERS", "PostgresRecorder", "SQLiteRecorder")

RECORDERS = {"eventsourcing.sqlite": SQLiteRecorder, "eventsourcing.postgres": PostgresRecorder}
"""The databases that can hold a store, by the library's name for them."""
