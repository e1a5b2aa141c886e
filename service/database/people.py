"""Rows of people. Their ids represent them in the log."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from sqlalchemy import BigInteger, Select, bindparam, delete, insert, select, update
from sqlalchemy.sql.elements import ColumnElement

from domain.people import NameRemoved

from .engine import Database
from .journal import Journal, commit_name, new_salt
from .tables import people


class PersonRow(NamedTuple):
    """Name of the player *id*.

    An account also has the `likeness` of its name and the `digest` of its key.
    """

    id: str
    name: str
    likeness: str = ""
    digest: str = ""


BATCH_SIZE = 512
"""Ids in one query."""

_COLUMNS = (people.c.id, people.c.name, people.c.likeness, people.c.digest)
_ADD = insert(people)
_CHANGE = (
    update(people)
    .where(people.c.id == bindparam("person"), people.c.digest == bindparam("before"))
    .values({name: bindparam(name) for name in ("name", "likeness", "digest", "salt")})
    .returning(people.c.id)
)
_CALLED = select(*_COLUMNS).where(people.c.name == bindparam("name")).order_by(people.c.id)
_LIKE = select(*_COLUMNS).where(people.c.likeness == bindparam("likeness"), people.c.likeness != "")
_KEYED = select(*_COLUMNS).where(people.c.digest == bindparam("digest"), people.c.digest != "")
_ERASE = delete(people).where(people.c.id == bindparam("person")).returning(people.c.id)
_AFTER = (
    select(*_COLUMNS, people.c.salt)
    .where(people.c.id > bindparam("after"))
    .order_by(people.c.id)
    .limit(bindparam("limit", type_=BigInteger))
)


class PeopleRepository:
    """Repository of erasable player names, with its journal. Its methods raise database errors."""

    def __init__(self, database: Database, journal: Journal) -> None:
        self._database, self._journal = database, journal

    def add_person(self, row: PersonRow) -> None:
        """Stores a new row. Raises `IntegrityError` for an existing id, likeness or digest."""
        self.add_people([row])

    def add_people(self, rows: Iterable[PersonRow]) -> None:
        """Stores new rows, all or none. Raises the errors of `add_person`."""
        salted = [(row, new_salt()) for row in rows]
        if salted:
            with self._journal.begin() as (run, enter):
                for row, salt in salted:
                    run(_ADD, **row._asdict(), salt=salt)
                enter([commit_name(*row, salt) for row, salt in salted])

    def change_person(self, row: PersonRow, before: str) -> bool:
        """Overwrites the row with the id of *row*, if its digest is *before*.

        Returns whether it did. Raises the errors of `add_person`.
        """
        values, salt = row._asdict(), new_salt()
        with self._journal.begin(overwrite=True) as (run, enter):
            changed = run(_CHANGE, person=values.pop("id"), before=before, **values, salt=salt)
            if changed:
                enter([commit_name(*row, salt)])
        return bool(changed)

    def find_people(self, ids: Iterable[str]) -> list[PersonRow]:
        """Returns the existing rows of *ids*."""
        required, person_rows = [*ids], list[PersonRow]()
        for start in range(0, len(required), BATCH_SIZE):
            batch = required[start : start + BATCH_SIZE]
            padded_size = (
                1 << (len(batch) - 1).bit_length()
            )  # powers of two keep the number of compiled statements low
            batch += batch[-1:] * (padded_size - len(batch))
            kwargs = {f"id_{number}": id for number, id in enumerate(batch)}
            person_rows += [
                PersonRow(*row)
                for row in self._database.select_log_rows(_select_people(padded_size), **kwargs)
            ]
        return person_rows

    def people_called(self, name: str) -> list[PersonRow]:
        """Returns the rows with exactly this *name*."""
        return [PersonRow(*row) for row in self._database.select_rows(_CALLED, name=name)]

    def account_like(self, likeness: str) -> PersonRow | None:
        """Returns the account with this *likeness* of its name."""
        return next((PersonRow(*row) for row in self._database.select_rows(_LIKE, likeness=likeness)), None)

    def account_of(self, digest: str) -> PersonRow | None:
        """Returns the account with this *digest* of its key."""
        return next((PersonRow(*row) for row in self._database.select_rows(_KEYED, digest=digest)), None)

    def erase_people(self, ids: Iterable[str]) -> None:
        """Deletes the rows of *ids* and overwrites them in the file."""
        with self._journal.begin(overwrite=True) as (run, enter):
            erased = [id for person in ids for (id,) in run(_ERASE, person=person)]
            if erased:
                enter([NameRemoved(id) for id in erased])

    def list_salted_rows(self, after: str, limit: int) -> list[tuple[PersonRow, str]]:
        """Returns up to *limit* rows with their salts, in order after the id *after*."""
        rows = self._database.select_rows(_AFTER, after=after, limit=limit)
        return [(PersonRow(*row), salt) for *row, salt in rows]


@cache
def _select_people(padded_size: int) -> Select[str, str, str, str]:
    ids: list[ColumnElement[str]] = [bindparam(f"id_{number}") for number in range(padded_size)]
    return select(*_COLUMNS).where(people.c.id.in_(ids))
