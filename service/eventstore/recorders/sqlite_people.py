"""Names of players, in SQLite."""

from __future__ import annotations

from collections.abc import Iterable
from threading import Lock

import msgspec
from eventsourcing.sqlite import SQLiteCursor, SQLiteDatastore

from .people import PersonRow

_TABLE = (
    "CREATE TABLE IF NOT EXISTS people (id TEXT PRIMARY KEY, name TEXT NOT NULL, "
    "likeness TEXT NOT NULL DEFAULT '', digest TEXT NOT NULL DEFAULT '') WITHOUT ROWID"
)
PEOPLE_TABLES = (
    _TABLE,
    "CREATE INDEX IF NOT EXISTS people_by_name ON people (name)",
    "CREATE UNIQUE INDEX IF NOT EXISTS people_by_likeness ON people (likeness) WHERE likeness <> ''",
    "CREATE UNIQUE INDEX IF NOT EXISTS people_by_digest ON people (digest) WHERE digest <> ''",
)


def free_names(cursor: SQLiteCursor) -> None:
    """Lets several guests have one name in a store of an earlier release, which gave each name one id."""
    cursor.execute("PRAGMA table_info(people)")
    columns = [row["name"] for row in cursor.fetchall()]
    if columns and "digest" not in columns:
        cursor.execute("PRAGMA secure_delete=ON")  # or the file would keep names that are erased later
        cursor.execute("ALTER TABLE people RENAME TO named")
        cursor.execute(_TABLE)
        cursor.execute("INSERT INTO people (id, name) SELECT id, name FROM named")
        cursor.execute("DROP TABLE named")


class SQLitePeople:
    """The part of a recorder that fulfils `PeopleRecorder`."""

    datastore: SQLiteDatastore
    _writing: Lock

    def add_person(self, row: PersonRow) -> None:
        """Keeps a new row; raises `IntegrityError` for an id, a likeness or a digest that is there."""
        with self._writing, self.datastore.transaction(commit=True) as cursor:
            cursor.execute("INSERT INTO people VALUES (?, ?, ?, ?)", row)

    def change_person(self, row: PersonRow, before: str) -> bool:
        """Keeps *row* in the place of that with its id, overwriting it, if that has the digest *before*.

        Tells whether it has; raises as `add_person`.
        """
        with self._writing, self.datastore.get_connection(commit=True) as connection:
            connection.cursor().execute("PRAGMA secure_delete=ON")
            with connection.transaction(commit=True) as cursor:
                change = (
                    "UPDATE people SET name = ?2, likeness = ?3, digest = ?4 WHERE id = ?1 AND digest = ?5"
                )
                cursor.execute(f"{change} RETURNING id", (*row, before))
                return cursor.fetchone() is not None

    def people(self, ids: Iterable[str]) -> list[PersonRow]:
        """Returns the rows of *ids*, of those that have one."""
        return self._people("id IN (SELECT value FROM json_each(?))", _listed(ids))

    def people_called(self, name: str) -> list[PersonRow]:
        """Returns the rows with this *name*, letter for letter."""
        return self._people("name = ? ORDER BY id", name)

    def account_like(self, likeness: str) -> PersonRow | None:
        """Returns the account whose name has this *likeness*."""
        return next(iter(self._people("likeness = ? AND likeness <> ''", likeness)), None)

    def account_of(self, digest: str) -> PersonRow | None:
        """Returns the account whose key has this *digest*."""
        return next(iter(self._people("digest = ? AND digest <> ''", digest)), None)

    def erase(self, ids: Iterable[str]) -> None:
        """Forgets the rows of *ids*, overwriting them in the file."""
        with self._writing, self.datastore.get_connection(commit=True) as connection:
            connection.cursor().execute("PRAGMA secure_delete=ON")
            with connection.transaction(commit=True) as cursor:
                gone = "DELETE FROM people WHERE id IN (SELECT value FROM json_each(?))"
                cursor.execute(gone, (_listed(ids),))

    def _people(self, which: str, value: str) -> list[PersonRow]:
        with self.datastore.transaction(commit=False) as cursor:
            cursor.execute(f"SELECT * FROM people WHERE {which}", (value,))
            return [PersonRow(*row) for row in cursor.fetchall()]


def _listed(ids: Iterable[str]) -> str:
    return msgspec.json.encode([*ids]).decode()
