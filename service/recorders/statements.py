"""Statements of one go, in PostgreSQL."""

from __future__ import annotations

from typing import Any, LiteralString

from eventsourcing.postgres import PostgresDatastore
from psycopg.sql import SQL, Identifier


class Statements:
    """The part of a recorder that its other parts speak to PostgreSQL through."""

    datastore: PostgresDatastore

    def _run(self, statement: LiteralString, *values: object) -> list[dict[str, Any]]:
        """Runs a statement that returns rows, in a transaction of its own."""
        told = SQL(statement).format(schema=Identifier(self.datastore.schema))
        with self.datastore.transaction(commit=True) as cursor:
            cursor.execute(told, values)
            return [dict(row) for row in cursor.fetchall()]
