"""Replies that may be repeated, in PostgreSQL."""

from __future__ import annotations

from typing import Any, LiteralString

from eventsourcing.postgres import PostgresDatastore
from psycopg.sql import SQL, Identifier

from .replies import ReplyRow

REPLY_TABLES = (
    "CREATE TABLE IF NOT EXISTS {schema}.replies (id text PRIMARY KEY, digest text NOT NULL, "
    "at bigint NOT NULL, match text NOT NULL, first integer NOT NULL, last integer NOT NULL, "
    "position bigint NOT NULL, sealed bytea NOT NULL, reply bytea NOT NULL)",
    "CREATE INDEX IF NOT EXISTS replies_by_age ON {schema}.replies (at)",
)


class PostgresReplies:
    """The part of a recorder that fulfils `ReplyRecorder`."""

    datastore: PostgresDatastore

    def reply(self, id: str) -> ReplyRow | None:
        """Returns the request with this *id*, if it brought anything about."""
        with self.datastore.get_connection() as connection:
            select = SQL("SELECT * FROM {schema}.replies WHERE id = %s").format(**self._schema)
            row = connection.execute(select, (id,)).fetchone()
        return None if row is None else ReplyRow(**row)

    def keep_reply(self, row: ReplyRow) -> None:
        """Keeps the reply of *row*; of a request that is known already nothing else is changed."""
        known = "ON CONFLICT (id) DO UPDATE SET reply = excluded.reply"
        self._change("INSERT INTO {schema}.replies VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s) " + known, row)

    def sweep_replies(self, before: int) -> None:
        """Forgets all requests that came before a time."""
        self._change("DELETE FROM {schema}.replies WHERE at < %s", (before,))

    def _change(self, statement: LiteralString, values: tuple[Any, ...]) -> None:
        with self.datastore.get_connection() as connection:
            connection.execute(SQL(statement).format(**self._schema), values)

    @property
    def _schema(self) -> dict[str, Identifier]:
        return {"schema": Identifier(self.datastore.schema)}
