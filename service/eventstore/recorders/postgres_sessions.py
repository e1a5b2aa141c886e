"""Sessions of browsers, in PostgreSQL."""

from __future__ import annotations

from typing import Any, LiteralString

from eventsourcing.postgres import PostgresDatastore
from psycopg.sql import SQL, Identifier

from .sessions import SessionRow

SESSION_TABLES = (
    "CREATE TABLE IF NOT EXISTS {schema}.sessions (id text PRIMARY KEY, at bigint NOT NULL, "
    "sealed bytea NOT NULL)",
    "CREATE INDEX IF NOT EXISTS sessions_by_age ON {schema}.sessions (at)",
)


class PostgresSessions:
    """The part of a recorder that fulfils `SessionRecorder`."""

    datastore: PostgresDatastore

    def session(self, id: str) -> SessionRow | None:
        """Returns the session with this *id*."""
        with self.datastore.get_connection() as connection:
            select = SQL("SELECT * FROM {schema}.sessions WHERE id = %s").format(
                schema=Identifier(self.datastore.schema)
            )
            row = connection.execute(select, (id,)).fetchone()
        return None if row is None else SessionRow(**row)

    def keep_session(self, row: SessionRow) -> None:
        """Keeps *row* in the place of what was kept of it before."""
        self._put(
            "INSERT INTO {schema}.sessions VALUES (%s, %s, %s) "
            "ON CONFLICT (id) DO UPDATE SET at = excluded.at, sealed = excluded.sealed",
            row,
        )

    def sweep_sessions(self, before: int) -> None:
        """Forgets the sessions of browsers that came last before a time."""
        self._put("DELETE FROM {schema}.sessions WHERE at < %s", (before,))

    def _put(self, statement: LiteralString, values: tuple[Any, ...]) -> None:
        with self.datastore.get_connection() as connection:
            connection.execute(SQL(statement).format(schema=Identifier(self.datastore.schema)), values)
