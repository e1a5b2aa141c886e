"""People: the names beside the log, and the ids that stand for them in it, as rows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, Protocol


class PersonRow(NamedTuple):
    """What the player *id* is called; an account has a `likeness` of its name and a `digest` of its key."""

    id: str
    name: str
    likeness: str = ""
    digest: str = ""


class PeopleRecorder(Protocol):
    """A recorder that keeps what people are called beside the facts, and can forget it."""

    def add_person(self, row: PersonRow) -> None:
        """Keeps a new row; raises `IntegrityError` for an id, a likeness or a digest that is there."""

    def change_person(self, row: PersonRow, before: str) -> bool:
        """Keeps *row* in the place of that with its id, if that has the digest *before*.

        Tells whether it has; raises as `add_person`.
        """

    def people(self, ids: Iterable[str]) -> list[PersonRow]:
        """Returns the rows of *ids*, of those that have one."""

    def people_called(self, name: str) -> list[PersonRow]:
        """Returns the rows with this *name*, letter for letter."""

    def account_like(self, likeness: str) -> PersonRow | None:
        """Returns the account whose name has this *likeness*."""

    def account_of(self, digest: str) -> PersonRow | None:
        """Returns the account whose key has this *digest*."""

    def erase(self, ids: Iterable[str]) -> None:
        """Forgets the rows of *ids*."""
