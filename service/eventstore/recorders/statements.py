"""Statements of one go, in PostgreSQL."""

from __future__ import annotations

from typing import Any, LiteralString

from eventsourcing.postgres import PostgresDatastore
from psycopg.sql import SQL, Identifier


class Statements:
    """The part of a recorder that its other parts speak to PostgreSQL through."""

    datastore: PostgresDatastore

    def _run(
        self, statement: LiteralString, *values: object, alone_in: LiteralString = ""
    ) -> list[dict[str, Any]]:
        """Runs a statement that returns rows, in a transaction of its own.

        While it counts the rows of the table *alone_in*, nobody adds any there.
        """
        schema = self.datastore.schema
        told = SQL(statement).format(schema=Identifier(schema))
        with self.datastore.transaction(commit=True) as cursor:
            if alone_in:
                lock = SQL("LOCK TABLE {} IN SHARE ROW EXCLUSIVE MODE")
                cursor.execute(lock.format(Identifier(schema, alone_in)))
            cursor.execute(told, values)
            return [dict(row) for row in cursor.fetchall()]
