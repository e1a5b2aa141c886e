"""Accounts, for players with a key and a name of their own. Play needs none.

The store has only the SHA-256 of a key. The operator replaces lost keys.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from typing import NamedTuple

from eventsourcing.persistence import IntegrityError
from msgspec import Struct

from domain.messages import Message
from domain.model import Fact
from domain.people import NameErased
from projections.bus import Bus
from replays.proof.chain import PlainCommitter

from ..database.challenges import ChallengeRepository
from ..database.people import PersonRow
from ..eventstore.store import Conflict, Store, translate_errors
from ..evidence.service import Evidence
from ..shared import digests
from ..shared.errors import Forbidden, InvalidOptions, UnknownToken
from ..shared.player_names import name_error, normalize_name, skeleton_of
from ..shared.record_ids import is_player_id
from .players import BOT_NAMES, PEOPLE, NameTaken, PlayerDirectory, UnknownPlayer, new_player_id
from .sessions import EMPTY, SESSIONS, Sessions

MAX_GUESTS = 10
"""Matches in which a new account looks for its guest."""


class Erasure:
    """Erases the names of players. Threads and processes may share it."""

    def __init__(
        self, store: Store, people: PlayerDirectory, evidence: Evidence, bus: Bus, clock: Callable[[], int]
    ) -> None:
        self._store, self._people, self._evidence = store, people, evidence
        self._bus, self._clock = bus, clock

    def erase_names(self, text: str) -> int:
        """Erases the name of the player with an id, or of all players with a name.

        Afterwards these accounts and guests have no name, no valid key, no session, no contact, and no open
        challenge.
        Returns their number. Raises `UnknownPlayer`.
        """
        ids = self._people.to_erase(text)
        for id in ids:  # first, because a crash in between must not lose the announcement
            self._append_erasure(id)
        with translate_errors("the list of challenges"):
            for id in ids:
                ChallengeRepository(self._store.database).end_challenges(id, self._clock())
        with translate_errors("the contacts"):
            for id in ids:
                self._store.notifications.forget_player(id)
        with translate_errors(SESSIONS):
            for row in self._store.people.find_people(ids):
                self._store.sessions.delete_session(row.digest)
        self._people.erase_names(ids)  # after all that needs the names, because an outage lets it be repeated
        with translate_errors("the jobs"):
            self._store.jobs.delete_questions()
            self._store.database.flush_log()
        return len(ids)

    def _append_erasure(self, id: str) -> None:
        facts = [Fact(1, 0, "", NameErased(id, self._clock()))]
        before, head = self._evidence.link_facts(PlainCommitter(id), facts)
        with suppress(Conflict):  # an attempt before a crash appended it
            position = self._store.append(id, facts, head, before=before)
            self._evidence.cache_head(id, 1, head)
            self._bus.publish(position, id, 1)


class Player(Struct, frozen=True):
    """The player of an id: a person with an `account`, or a guest of one table."""

    id: str
    name: str
    account: bool


class Account(NamedTuple):
    """An account, with its key if it is new. The service never shows that key again."""

    id: str
    name: str
    key: str = ""


def ensure_id(player: str | Account, players: PlayerDirectory) -> str:
    """Returns the id of an account, or of a new guest with the name *player*. Raises `NameTaken`."""
    return player.id if isinstance(player, Account) else players.add_guest(player)


class Accounts:
    """The accounts of a service. Threads and processes may share them."""

    def __init__(
        self,
        store: Store,
        people: PlayerDirectory,
        erasure: Erasure,
        sessions: Sessions,
        find_guest: Callable[[str, str], str | None],
    ) -> None:
        self._store, self._people, self._erasure, self._sessions = store, people, erasure, sessions
        self._find_guest = find_guest

    def create_account(self, name: str, seats: Iterable[tuple[str, str]] = ()) -> Account:
        """Creates an account. Raises `NameTaken`.

        The guest at the first of *seats*, matches with play tokens, becomes the account.
        """
        key = digests.new_token()
        for guest in self.find_guests(seats):
            with suppress(UnknownPlayer):
                return self._update_account(guest.id, name, "", key)
        row = self._new_row(new_player_id(), name, key)
        with translate_errors(PEOPLE), _translate_duplicates(row.name):
            self._store.people.add_person(row)
        return Account(row.id, row.name, key)

    def find_guests(self, seats: Iterable[tuple[str, str]]) -> Iterator[Player]:
        """Yields the guests at the first of *seats*, matches with play tokens."""
        for guest in filter(None, (self._find_guest(*seat) for seat in islice(seats, MAX_GUESTS))):
            with suppress(UnknownPlayer):
                if not (player := self.load_player(guest)).account:
                    yield player

    def load_player(self, id: str) -> Player:
        """Returns the player of *id*. Raises `UnknownPlayer`."""
        if id in BOT_NAMES:
            return Player(id, BOT_NAMES[id], account=False)
        row = self._load_row(id)
        return Player(row.id, row.name, bool(row.digest))

    def account_of(self, key: str, id: str = "") -> Account:
        """Returns the account of *key*, and checks that its id is *id*, if given.

        Raises `UnknownToken` for an unknown key, and `Forbidden` for that of another player.
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
        """Renames an account. Raises as `account_of`, and `NameTaken`."""
        self.account_of(key, id)
        return self._update_account(id, name, digests.digest_token(key), key)._replace(key="")

    def renew_key(self, id: str, key: str) -> Account:
        """Replaces the key of an account, which keeps its seats. Raises as `account_of`."""
        name, new_key = self.account_of(key, id).name, digests.new_token()
        session = self._sessions.load_session(key)
        if session != EMPTY:  # first, because a crash in between must not lose the seats
            self._sessions.store_session(new_key, session)
        return self._update_account(id, name, digests.digest_token(key), new_key)

    def issue_key(self, id: str, name: str = "") -> Account:
        """Gives a player a new key, and perhaps a *name*. A guest becomes an account.

        Only the operator may do this. The account loses the seats in its session, because only its former key
        decrypts them. Raises `UnknownPlayer`, `NameTaken`, and `InvalidOptions` for an invalid name, as
        earlier releases may have stored.
        """
        row = self._load_row(id)
        if sentence := name_error(name or row.name):
            raise InvalidOptions("/name", sentence)
        return self._update_account(id, name or row.name, row.digest, digests.new_token())

    def delete_account(self, id: str, key: str) -> None:
        """Deletes an account and erases its name. Raises as `account_of`."""
        self._erasure.erase_names(self.account_of(key, id).id)

    def _update_account(self, id: str, name: str, before: str, key: str) -> Account:
        """Updates the row of an account, if its digest is still *before*.

        A new *key* erases the session of the former one.
        """
        row = self._new_row(id, name, key)
        with translate_errors(PEOPLE), _translate_duplicates(row.name):
            changed = self._store.people.change_person(row, before)
        if not changed:
            raise _unknown_player(id)
        if row.digest != before:
            with translate_errors(SESSIONS):
                self._store.sessions.delete_session(before)
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
