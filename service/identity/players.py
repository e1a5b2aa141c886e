"""People: facts know them by opaque ids, and what they are called stands beside the log, to be forgotten.

A fact is hashed and kept for ever, so it holds no name. Names are put in at the last moment, in replies that
are asked for anew each time, and never in what may be cached, exported or proved. A name proves nothing:
whoever sits down by one is a guest with a new id, unless an account says who it is.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable, Mapping, Sequence, Set
from time import monotonic
from typing import NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from domain.errors import LocalizableError
from domain.messages import Message
from domain.model import Fact, Seat
from domain.table import AT, SeatClaimed

from ..database.people import PersonRow
from ..eventstore.store import Store, translate_errors
from ..shared.confusables import likeness
from ..shared.player_ids import ID, ids_in_facts, is_id
from ..shared.player_names import spelled

LIST = "the list of people"

Players = tuple[str | None, ...]
"""Who sits at a table, seat by seat; `None` for a free seat."""

FRESH = 1.0
"""Seconds that a process remembers names; so long it may go on telling one that another has erased."""

BOTS = {f"p-{number:016x}": f"Bot {number}" for number in range(1, 17)}
"""What the bots that the service plays are called, by their ids: one for each seat."""
_BOTS_LIKE = frozenset(map(likeness, BOTS.values()))


class UnknownPlayer(LocalizableError, LookupError):
    """Nobody is called that here, or has that id."""

    slug = "unknown-player"


class NameTaken(LocalizableError):
    """The name is that of an account, or of a bot, or looks like one."""

    slug = "name-taken"


class Known(NamedTuple):
    """What is known of an id: what to call it, whether it is an account's, whether its name was erased."""

    name: str
    account: bool
    erased: bool = False


class NamedPlayer(Struct, frozen=True):
    """A player: its `id` in facts, its present `name`, and whether it has an `account`.

    If the player is `erased`, the service has forgotten the name, and a number replaces it. Erase your
    copies of the name too.
    """

    id: str
    name: str
    account: bool
    erased: bool


class SeatedPlayers(NamedTuple):
    """The players of a match by seat: by name, their names alone, and whether they have an account.

    `tag` is what else an ETag has to say: empty while they are guests with a name, or bots.
    """

    players: tuple[NamedPlayer | None, ...]
    names: Players
    accounts: tuple[bool, ...]
    tag: str


class PlayerDirectory:
    """Who is who in a store. Threads may share it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[str, Known] = {}
        self._tables: dict[Players, SeatedPlayers] = {}
        self._asked = set[str]()
        self._since, self._renewing = 0.0, False

    def guest(self, name: str) -> str:
        """Returns the id of a guest by this *name*, which is a new one each time; raises `NameTaken`."""
        self.check_free(name)
        id = fresh()
        with translate_errors(LIST):
            self._store.people.add_person(PersonRow(id, spelled(name)))
        return id

    def enroll(self, guests: Mapping[str, str]) -> None:
        """Keeps the names of new *guests* by their ids, all or none; they are free, and spelled."""
        with translate_errors(LIST):
            self._store.people.add_people([PersonRow(id, name) for id, name in guests.items()])

    def rename_guest(self, id: str, name: str) -> None:
        """Gives a guest another *name*; raises `NameTaken`, and `UnknownPlayer` for an erased one."""
        self.check_free(name)
        with translate_errors(LIST):
            renamed = self._store.people.change_person(PersonRow(id, spelled(name)), "")
        if not renamed:
            raise UnknownPlayer(Message("There is no player {id}.", id=id))
        self.changed()

    def check_free(self, name: str) -> None:
        """Raises `NameTaken` for a name that no guest is to have."""
        if self.is_taken(name):
            raise NameTaken(
                Message(
                    "“{name}” is the name of a player with an account here, or looks like it: sign in if it "
                    "is yours, or take another.",
                    name=spelled(name),
                )
            )

    def bot(self, seat: Seat) -> str:
        """Returns the id of the bot at *seat*, which is the same in every match."""
        return [*BOTS][seat]

    def is_taken(self, name: str, by: str = "") -> bool:
        """Tells whether *name* looks like that of an account, other than one *by* its id, or of a bot."""
        like = likeness(spelled(name))
        with translate_errors(LIST):
            account = self._store.people.account_like(like)
        return like in _BOTS_LIKE or (account is not None and account.id != by)

    def meant(self, text: str) -> frozenset[str]:
        """Returns what facts may hold of whom *text* means: an id, or a name.

        A name means the account that has it and nobody else; without one, every guest who gave it, and in
        logs of old the name itself.
        """
        if is_id(text):
            return frozenset({text})
        with translate_errors(LIST):
            rows = self._store.people.people_called(spelled(text))
        accounts = frozenset(row.id for row in rows if row.digest)
        bots = (id for id, name in BOTS.items() if name == text)
        return accounts or frozenset({text, *bots, *(row.id for row in rows)})

    def known(self, ids: Iterable[str | None]) -> dict[str, Known]:
        """Returns what is known of each of *ids*: a name, or that it is somebody whose name is not known.

        Names that are half as old as they may be are looked up anew together, those that are asked for, by
        whoever comes then.
        """
        asked = {id for id in ids if id is not None}
        self._refresh()
        cache = self._known
        self._asked.update(asked)
        if strange := asked - cache.keys():
            cache |= self._look_up(strange)
        return {id: cache[id] for id in asked}

    def _refresh(self) -> None:
        """Forgets names that are too old, and renews those that soon will be."""
        began = monotonic()
        if began - self._since > FRESH:
            self._known, self._tables, self._asked, self._since = {}, {}, set(), began
        elif began - self._since > FRESH / 2 and not self._renewing:
            self._renew(began)

    def _renew(self, began: float) -> None:
        before, asked = self._known, self._asked
        self._asked, self._renewing = set(), True
        try:
            cache = self._look_up(asked)
        finally:
            self._renewing = False
        if self._known is before:  # and no name has been erased meanwhile
            self._known, self._tables, self._since = cache, {}, began

    def _look_up(self, ids: Set[str]) -> dict[str, Known]:
        with translate_errors(LIST):
            rows = self._store.people.find_people(filter(is_id, ids - BOTS.keys()))
        records = {id: Known(_unnamed(id), account=False, erased=is_id(id)) for id in ids}
        records |= {id: Known(BOTS[id], account=False) for id in ids & BOTS.keys()}
        return records | {row.id: Known(row.name, bool(row.digest)) for row in rows}

    def list_players(self, ids: Iterable[str]) -> tuple[NamedPlayer, ...]:
        """Returns each of *ids* by name, in their order."""
        asked = [*ids]
        records = self.known(asked)
        return tuple(NamedPlayer(id, *records[id]) for id in asked)

    def sitting(self, players: Players) -> tuple[NamedPlayer | None, ...]:
        """Returns each of *players* by id and by name, nobody on a free seat."""
        records = self.known(players)
        return tuple(None if id is None else NamedPlayer(id, *records[id]) for id in players)

    def names(self, ids: Iterable[str | None]) -> dict[str, str]:
        """Returns what to call each of *ids*."""
        return {id: known.name for id, known in self.known(ids).items()}

    def seat(self, players: Players) -> SeatedPlayers:
        """Returns *players* by seat."""
        self._refresh()
        tables = self._tables
        if (seated := tables.get(players)) is None:
            records = self.known(players)
            each = tuple([None if id is None else NamedPlayer(id, *records[id]) for id in players])
            names = tuple([None if player is None else player.name for player in each])
            accounts = tuple([player is not None and player.account for player in each])
            seated = tables[players] = SeatedPlayers(each, names, accounts, _tag(players, records))
        return seated

    def with_names(self, facts: Iterable[Fact]) -> list[Fact]:
        """Returns *facts* for telling, not for hashing: who takes a seat does so by name."""
        told = [*facts]
        names = self.names(ids_in_facts(told))
        for place, fact in enumerate(told):
            if isinstance(fact.event, SeatClaimed):
                event = replace(fact.event, player=names[fact.event.player])
                told[place] = replace(fact, event=event)
        return told

    def to_erase(self, text: str) -> list[str]:
        """Returns the ids of whom *text* means for erasure: the player of an id, or all who are called so.

        Raises `UnknownPlayer`.
        """
        with translate_errors(LIST):
            people = self._store.people
            if is_id(text):
                rows = people.find_people([text])
            else:
                rows = [*people.people_called(spelled(text))] or [*people.people_called(text)]
            if not rows:
                raise UnknownPlayer(Message("Nobody is called “{name}” here.", name=text))
        return [row.id for row in rows]

    def erase(self, ids: Sequence[str]) -> None:
        """Forgets what the players of *ids* are called."""
        with translate_errors(LIST):
            self._store.people.erase_people(ids)
        self.changed()

    def changed(self) -> None:
        """Lets this process look names up anew."""
        self._known, self._tables = {}, {}


def fresh() -> str:
    """Returns a new id."""
    return f"p-{secrets.token_hex(8)}"


def _unnamed(id: str) -> str:
    """Returns what to call an id without a name; what is no id is a name from a log of old.

    A player of another service keeps its name behind: the same id may be somebody else's here.
    """
    id, at, service = id.partition(AT)
    match_ = ID.fullmatch(id)
    return f"player {match_[1]}{at}{service}" if match_ else f"{id}{at}{service}"


def _tag(players: Players, known: Mapping[str, Known]) -> str:
    if not any(has or (AT not in id and name == _unnamed(id) != id) for id, (name, has, _) in known.items()):
        return ""
    text = msgspec.json.encode([id and known[id] for id in players])
    return hashlib.sha256(text).hexdigest()[:8]
