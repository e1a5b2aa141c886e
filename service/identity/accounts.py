"""Accounts: a player whom a key proves to be the same again, with a name that nobody else here has.

An account is not needed to play. Of its key only the SHA-256 is kept; who has lost it asks the operator.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from eventsourcing.persistence import IntegrityError
from msgspec import Struct

from domain.messages import Message

from ..database.people import PersonRow
from ..eventstore.store import Store, translate_errors
from ..shared import digests
from ..shared.confusables import likeness
from ..shared.errors import Forbidden, InvalidOptions, UnknownToken
from ..shared.player_ids import is_id
from ..shared.player_names import refusal, spelled
from .erasure import Erasure
from .players import BOTS, LIST, NameTaken, PlayerDirectory, UnknownPlayer, fresh


class Player(Struct, frozen=True):
    """The player of an id: a person with an `account`, or a guest of one table."""

    id: str
    name: str
    account: bool


class Account(NamedTuple):
    """An account, and its key where that was just made: nobody will ever be shown it again."""

    id: str
    name: str
    key: str = ""


def id_of(player: str | Account, players: PlayerDirectory) -> str:
    """Returns the id of an account, or of a new guest by the name of *player*; raises `NameTaken`."""
    return player.id if isinstance(player, Account) else players.guest(player)


class Accounts:
    """The accounts of a service. Threads and processes may share them."""

    def __init__(self, store: Store, people: PlayerDirectory, erasure: Erasure) -> None:
        self._store, self._people, self._erasure = store, people, erasure

    def make(self, name: str) -> Account:
        """Makes an account; raises `NameTaken`."""
        key = digests.new()
        row = self._checked(fresh(), name, key)
        with translate_errors(LIST), _one_of_a_name(row.name):
            self._store.people.add_person(row)
        return Account(row.id, row.name, key)

    def player(self, id: str) -> Player:
        """Returns who *id* stands for; raises `UnknownPlayer`."""
        if id in BOTS:
            return Player(id, BOTS[id], account=False)
        row = self._row(id)
        return Player(row.id, row.name, bool(row.digest))

    def of(self, key: str, id: str = "") -> Account:
        """Returns the account of *key*, which is that of *id* if one is given.

        Raises `UnknownToken` for what is no key, and `Forbidden` for that of somebody else.
        """
        with translate_errors(LIST):
            row = self._store.people.account_of(digests.digest(key))
        if row is None:
            raise UnknownToken(Message("No player of this service has this key."))
        if id and row.id != id:
            self._row(id)
            raise Forbidden(Message("This is the key of another player."))
        return Account(row.id, row.name)

    def rename(self, id: str, key: str, name: str) -> Account:
        """Calls an account by another *name*; raises as `of`, and `NameTaken`."""
        self.of(key, id)
        return self._change(id, name, digests.digest(key), key)._replace(key="")

    def renew(self, id: str, key: str) -> Account:
        """Gives an account a new key, in the place of the one before; raises as `of`."""
        return self._change(id, self.of(key, id).name, digests.digest(key), digests.new())

    def give(self, id: str, name: str = "") -> Account:
        """Gives a player a key, who has an account with that, or has lost the key before, and maybe a *name*.

        This is the operator's to do. Raises `UnknownPlayer`, `NameTaken`, and `InvalidOptions` for a name
        that is none, as those of earlier releases may be.
        """
        row = self._row(id)
        if sentence := refusal(name or row.name):
            raise InvalidOptions("/name", sentence)
        return self._change(id, name or row.name, row.digest, digests.new())

    def remove(self, id: str, key: str) -> None:
        """Ends an account and erases its name; raises as `of`."""
        self._erasure.forget(self.of(key, id).id)

    def _change(self, id: str, name: str, before: str, key: str) -> Account:
        """Changes the row of an account, unless somebody else has done so *before*."""
        row = self._checked(id, name, key)
        with translate_errors(LIST), _one_of_a_name(row.name):
            changed = self._store.people.change_person(row, before)
        if not changed:
            raise _unknown(id)
        self._people.changed()
        return Account(id, row.name, key)

    def _checked(self, id: str, name: str, key: str) -> PersonRow:
        if self._people.is_taken(name, by=id):
            raise _taken(name)
        return PersonRow(id, spelled(name), likeness(spelled(name)), digests.digest(key))

    def _row(self, id: str) -> PersonRow:
        with translate_errors(LIST):
            rows = self._store.people.find_people([id]) if is_id(id) else []
        if not rows:
            raise _unknown(id)
        return rows[0]


@contextmanager
def _one_of_a_name(name: str) -> Iterator[None]:
    """Lets one of several through that take a name at the same moment, and refuses the others."""
    try:
        yield
    except IntegrityError as error:
        raise _taken(name) from error


def _taken(name: str) -> NameTaken:
    return NameTaken(
        Message(
            "“{name}” is the name of another player here, or looks like it: take another.", name=spelled(name)
        )
    )


def _unknown(id: str) -> UnknownPlayer:
    return UnknownPlayer(Message("There is no player {id}.", id=id))
