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
from ..shared.confusables import skeleton_of
from ..shared.errors import Forbidden, InvalidOptions, UnknownToken
from ..shared.player_ids import is_player_id
from ..shared.player_names import name_error, normalize_name
from .erasure import Erasure
from .players import BOT_NAMES, PEOPLE, NameTaken, PlayerDirectory, UnknownPlayer, new_player_id


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


def player_id_of(player: str | Account, players: PlayerDirectory) -> str:
    """Returns the id of an account, or of a new guest by the name of *player*; raises `NameTaken`."""
    return player.id if isinstance(player, Account) else players.add_guest(player)


class Accounts:
    """The accounts of a service. Threads and processes may share them."""

    def __init__(self, store: Store, people: PlayerDirectory, erasure: Erasure) -> None:
        self._store, self._people, self._erasure = store, people, erasure

    def create_account(self, name: str) -> Account:
        """Makes an account; raises `NameTaken`."""
        key = digests.new_token()
        row = self._new_row(new_player_id(), name, key)
        with translate_errors(PEOPLE), _translate_duplicates(row.name):
            self._store.people.add_person(row)
        return Account(row.id, row.name, key)

    def load_player(self, id: str) -> Player:
        """Returns who *id* stands for; raises `UnknownPlayer`."""
        if id in BOT_NAMES:
            return Player(id, BOT_NAMES[id], account=False)
        row = self._load_row(id)
        return Player(row.id, row.name, bool(row.digest))

    def account_of(self, key: str, id: str = "") -> Account:
        """Returns the account of *key*, which is that of *id* if one is given.

        Raises `UnknownToken` for what is no key, and `Forbidden` for that of somebody else.
        """
        with translate_errors(PEOPLE):
            row = self._store.people.account_of(digests.digest_token(key))
        if row is None:
            raise UnknownToken(Message("No player of this service has this key."))
        if id and row.id != id:
            self._load_row(id)
            raise Forbidden(Message("This is the key of another player."))
        return Account(row.id, row.name)

    def rename_account(self, id: str, key: str, name: str) -> Account:
        """Calls an account by another *name*; raises as `account_of`, and `NameTaken`."""
        self.account_of(key, id)
        return self._update_account(id, name, digests.digest_token(key), key)._replace(key="")

    def renew_key(self, id: str, key: str) -> Account:
        """Gives an account a new key, in the place of the one before; raises as `account_of`."""
        return self._update_account(
            id, self.account_of(key, id).name, digests.digest_token(key), digests.new_token()
        )

    def issue_key(self, id: str, name: str = "") -> Account:
        """Gives a player a key, who has an account with that, or has lost the key before, and maybe a *name*.

        This is the operator's to do. Raises `UnknownPlayer`, `NameTaken`, and `InvalidOptions` for a name
        that is none, as those of earlier releases may be.
        """
        row = self._load_row(id)
        if sentence := name_error(name or row.name):
            raise InvalidOptions("/name", sentence)
        return self._update_account(id, name or row.name, row.digest, digests.new_token())

    def delete_account(self, id: str, key: str) -> None:
        """Ends an account and erases its name; raises as `account_of`."""
        self._erasure.erase_names(self.account_of(key, id).id)

    def _update_account(self, id: str, name: str, before: str, key: str) -> Account:
        """Changes the row of an account, unless somebody else has done so *before*."""
        row = self._new_row(id, name, key)
        with translate_errors(PEOPLE), _translate_duplicates(row.name):
            changed = self._store.people.change_person(row, before)
        if not changed:
            raise _unknown_player(id)
        self._people.clear_cache()
        return Account(id, row.name, key)

    def _new_row(self, id: str, name: str, key: str) -> PersonRow:
        if self._people.is_taken(name, by=id):
            raise _name_taken(name)
        return PersonRow(
            id, normalize_name(name), skeleton_of(normalize_name(name)), digests.digest_token(key)
        )

    def _load_row(self, id: str) -> PersonRow:
        with translate_errors(PEOPLE):
            rows = self._store.people.find_people([id]) if is_player_id(id) else []
        if not rows:
            raise _unknown_player(id)
        return rows[0]


@contextmanager
def _translate_duplicates(name: str) -> Iterator[None]:
    """Lets one of several through that take a name at the same moment, and refuses the others."""
    try:
        yield
    except IntegrityError as error:
        raise _name_taken(name) from error


def _name_taken(name: str) -> NameTaken:
    return NameTaken(
        Message(
            "“{name}” is the name of another player here, or looks like it: take another.",
            name=normalize_name(name),
        )
    )


def _unknown_player(id: str) -> UnknownPlayer:
    return UnknownPlayer(Message("There is no player {id}.", id=id))
