"""People: the names beside the log, and the ids that stand for them in it, as rows."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from sqlalchemy import Select, bindparam, delete, insert, select, update
from sqlalchemy.sql.elements import ColumnElement

from .engine import Database
from .tables import people


class PersonRow(NamedTuple):
    """What the player *id* is called; an account has a `likeness` of its name and a `digest` of its key."""

    id: str
    name: str
    likeness: str = ""
    digest: str = ""


BATCH = 512
"""How many ids are asked for at once."""

_ADD = insert(people)
_CHANGE = (
    update(people)
    .where(people.c.id == bindparam("person"), people.c.digest == bindparam("before"))
    .values({name: bindparam(name) for name in ("name", "likeness", "digest")})
    .returning(people.c.id)
)
_CALLED = select(people).where(people.c.name == bindparam("name")).order_by(people.c.id)
_LIKE = select(people).where(people.c.likeness == bindparam("likeness"), people.c.likeness != "")
_KEYED = select(people).where(people.c.digest == bindparam("digest"), people.c.digest != "")
_ERASE = delete(people).where(people.c.id == bindparam("person"))


class PeopleRepository:
    """What people are called, which can be forgotten; it raises the errors of the library."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add_person(self, row: PersonRow) -> None:
        """Keeps a new row; raises `IntegrityError` for an id, a likeness or a digest that is there."""
        self._database.write(_ADD, **row._asdict())

    def add_people(self, rows: Iterable[PersonRow]) -> None:
        """Keeps new rows, all or none; raises as `add_person`."""
        self._database.add(_ADD, [row._asdict() for row in rows])

    def change_person(self, row: PersonRow, before: str) -> bool:
        """Keeps *row* in the place of that with its id, overwriting it, if that has the digest *before*.

        Tells whether it has; raises as `add_person`.
        """
        id, name, likeness, digest = row
        with self._database.writing(overwrite=True) as run:
            return bool(run(_CHANGE, person=id, before=before, name=name, likeness=likeness, digest=digest))

    def people(self, ids: Iterable[str]) -> list[PersonRow]:
        """Returns the rows of *ids*, of those that have one."""
        asked, person_rows = [*ids], list[PersonRow]()
        for start in range(0, len(asked), BATCH):
            batch = asked[start : start + BATCH]
            many = 1 << (len(batch) - 1).bit_length()  # so that there are few statements to compile
            batch += batch[-1:] * (many - len(batch))
            kwargs = {f"id_{number}": id for number, id in enumerate(batch)}
            person_rows += [PersonRow(*row) for row in self._database.logged(_among(many), **kwargs)]
        return person_rows

    def people_called(self, name: str) -> list[PersonRow]:
        """Returns the rows with this *name*, letter for letter."""
        return [PersonRow(*row) for row in self._database.rows(_CALLED, name=name)]

    def account_like(self, likeness: str) -> PersonRow | None:
        """Returns the account whose name has this *likeness*."""
        return next((PersonRow(*row) for row in self._database.rows(_LIKE, likeness=likeness)), None)

    def account_of(self, digest: str) -> PersonRow | None:
        """Returns the account whose key has this *digest*."""
        return next((PersonRow(*row) for row in self._database.rows(_KEYED, digest=digest)), None)

    def erase(self, ids: Iterable[str]) -> None:
        """Forgets the rows of *ids*, overwriting them in the file."""
        with self._database.writing(overwrite=True) as run:
            for id in ids:
                run(_ERASE, person=id)


@cache
def _among(many: int) -> Select[str, str, str, str]:
    ids: list[ColumnElement[str]] = [bindparam(f"id_{number}") for number in range(many)]
    return select(people).where(people.c.id.in_(ids))
