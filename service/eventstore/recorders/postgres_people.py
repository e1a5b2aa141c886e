"""Names of players, in PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, LiteralString

from eventsourcing.postgres import PostgresDatastore
from psycopg.sql import SQL, Identifier

from .people import PersonRow

PEOPLE_TABLES = (
    "CREATE TABLE IF NOT EXISTS {schema}.people (id text PRIMARY KEY, name text NOT NULL, "
    "likeness text NOT NULL DEFAULT '', digest text NOT NULL DEFAULT '')",
    # A store of an earlier release gave each name one id. The table is only locked where it is to be changed.
    "DO $$ BEGIN IF NOT EXISTS (SELECT FROM pg_attribute WHERE attrelid = '{schema}.people'::regclass "
    "AND attname = 'digest') THEN ALTER TABLE {schema}.people DROP CONSTRAINT people_name_key, "
    "ADD COLUMN likeness text NOT NULL DEFAULT '', ADD COLUMN digest text NOT NULL DEFAULT ''; "
    "END IF; END $$",
    "CREATE INDEX IF NOT EXISTS people_by_name ON {schema}.people (name)",
    "CREATE UNIQUE INDEX IF NOT EXISTS people_by_likeness ON {schema}.people (likeness) WHERE likeness <> ''",
    "CREATE UNIQUE INDEX IF NOT EXISTS people_by_digest ON {schema}.people (digest) WHERE digest <> ''",
)


class PostgresPeople:
    """The part of a recorder that fulfils `PeopleRecorder`."""

    datastore: PostgresDatastore

    def add_person(self, row: PersonRow) -> None:
        """Keeps a new row; raises `IntegrityError` for an id, a likeness or a digest that is there."""
        self._do("INSERT INTO {schema}.people VALUES (%s, %s, %s, %s) RETURNING *", *row)

    def change_person(self, row: PersonRow, before: str) -> bool:
        """Keeps *row* in the place of that with its id, if that has the digest *before*.

        Tells whether it has; raises as `add_person`.
        """
        change = "UPDATE {schema}.people SET name = %s, likeness = %s, digest = %s "
        which = "WHERE id = %s AND digest = %s RETURNING *"
        return bool(self._do(change + which, *row[1:], row.id, before))

    def people(self, ids: Iterable[str]) -> list[PersonRow]:
        """Returns the rows of *ids*, of those that have one."""
        return self._do("SELECT * FROM {schema}.people WHERE id = ANY(%s)", [*ids])

    def people_called(self, name: str) -> list[PersonRow]:
        """Returns the rows with this *name*, letter for letter."""
        if "\0" in name:  # PostgreSQL cannot be asked for it
            return []
        return self._do("SELECT * FROM {schema}.people WHERE name = %s ORDER BY id", name)

    def account_like(self, likeness: str) -> PersonRow | None:
        """Returns the account whose name has this *likeness*."""
        found = "SELECT * FROM {schema}.people WHERE likeness = %s AND likeness <> ''"
        return next(iter(self._do(found, likeness)), None)

    def account_of(self, digest: str) -> PersonRow | None:
        """Returns the account whose key has this *digest*."""
        found = "SELECT * FROM {schema}.people WHERE digest = %s AND digest <> ''"
        return next(iter(self._do(found, digest)), None)

    def erase(self, ids: Iterable[str]) -> None:
        """Forgets the rows of *ids*."""
        self._do("DELETE FROM {schema}.people WHERE id = ANY(%s) RETURNING *", [*ids])

    def _do(self, statement: LiteralString, *values: Any) -> list[PersonRow]:
        told = SQL(statement).format(schema=Identifier(self.datastore.schema))
        with self.datastore.get_connection() as connection:
            return [PersonRow(**row) for row in connection.execute(told, values).fetchall()]
