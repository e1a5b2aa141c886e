"""The directory of players. Facts hold opaque ids, and the names are in a table of their own.

The service hashes facts and keeps them for ever, so they hold no names. Replies get the names at the last
moment, but never caches, exports and proofs. A name proves nothing. Each guest with it has a new id, and only
an account has a lasting one.
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
from ..shared.language_codes import LANGUAGES
from ..shared.player_names import normalize_name, skeleton_of
from ..shared.record_ids import PLAYER_ID, ids_in_facts, is_player_id
from .service_names import localize_name

PEOPLE = "the list of people"

Players = tuple[str | None, ...]
"""The ids of players by seat, with `None` for a free seat."""

NAME_CACHE_SECONDS = 1.0
"""Seconds for which a process caches names, even those that another process has erased."""

BOT_NAMES = {f"p-{number:016x}": f"Bot {number}" for number in range(1, 17)}
"""The names of the bots by id, one for each seat."""
_BOTS_LIKE = frozenset(
    skeleton_of(localize_name(name, code)) for name in BOT_NAMES.values() for code in LANGUAGES
)


class UnknownPlayer(LocalizableError, LookupError):
    """No player has this name or id."""

    slug = "unknown-player"


class NameTaken(LocalizableError):
    """The name is that of an account, or of a bot, or looks like one."""

    slug = "name-taken"


class PlayerRecord(NamedTuple):
    """The name of an id, and whether it belongs to an account and is erased."""

    name: str
    account: bool
    erased: bool = False

    def name_in(self, language: str) -> str:
        """Returns the name, one of the service in *language*."""
        return self.name if self.account else localize_name(self.name, language)


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
    """The players of a match by seat, their names, and whether they have accounts.

    `tag` is the part of an ETag for the names. It is empty for named guests and bots alone.
    """

    players: tuple[NamedPlayer | None, ...]
    names: Players
    accounts: tuple[bool, ...]
    tag: str

    def names_in(self, language: str) -> Players:
        """Returns the names, those of the service in *language*."""
        return tuple(
            name if name is None or account else localize_name(name, language)
            for name, account in zip(self.names, self.accounts, strict=True)
        )


class PlayerDirectory:
    """The names and accounts of a store, by id. Threads may share it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._records: dict[str, PlayerRecord] = {}
        self._tables: dict[Players, SeatedPlayers] = {}
        self._requested_ids = set[str]()
        self._loaded_at, self._renewing = 0.0, False

    def add_guest(self, name: str) -> str:
        """Stores a guest with this *name*, and returns its new id. Raises `NameTaken`."""
        self.check_free(name)
        id = new_player_id()
        with translate_errors(PEOPLE):
            self._store.people.add_person(PersonRow(id, normalize_name(name)))
        return id

    def add_guests(self, guests: Mapping[str, str]) -> None:
        """Stores new *guests*, names by id, all or none. The names are free and normalized."""
        with translate_errors(PEOPLE):
            self._store.people.add_people([PersonRow(id, name) for id, name in guests.items()])

    def rename_guest(self, id: str, name: str) -> None:
        """Renames a guest. Raises `NameTaken`, and `UnknownPlayer` for an erased one."""
        self.check_free(name)
        with translate_errors(PEOPLE):
            renamed = self._store.people.change_person(PersonRow(id, normalize_name(name)), "")
        if not renamed:
            raise UnknownPlayer(Message("There is no player {id}.", id=id))
        self.clear_cache()

    def check_free(self, name: str) -> None:
        """Raises `NameTaken` for a name that no guest is to have."""
        if self.is_taken(name):
            raise NameTaken(
                Message(
                    "“{name}” is the name of a player with an account here, or looks like it: sign in if it "
                    "is yours, or take another.",
                    name=normalize_name(name),
                )
            )

    def bot_id(self, seat: Seat) -> str:
        """Returns the id of the bot at *seat*, the same in every match."""
        return [*BOT_NAMES][seat]

    def is_taken(self, name: str, by: str = "") -> bool:
        """Returns whether *name* looks like that of a bot, or of an account other than *by*."""
        like = skeleton_of(normalize_name(name))
        with translate_errors(PEOPLE):
            account = self._store.people.account_like(like)
        return like in _BOTS_LIKE or (account is not None and account.id != by)

    def resolve_ids(self, text: str) -> frozenset[str]:
        """Returns the ids in facts for a *text*, an id or a name.

        A name means its account, if there is one. Otherwise it means every guest with it, and the name itself
        in old logs.
        """
        if is_player_id(text):
            return frozenset({text})
        with translate_errors(PEOPLE):
            rows = self._store.people.people_called(normalize_name(text))
        accounts = frozenset(row.id for row in rows if row.digest)
        bots = (id for id, name in BOT_NAMES.items() if name == text)
        return accounts or frozenset({text, *bots, *(row.id for row in rows)})

    def load_records(self, ids: Iterable[str | None]) -> dict[str, PlayerRecord]:
        """Returns the record of each of *ids*. Ids without a name have a placeholder.

        The first call after half the lifetime of the cache reloads all records in use together.
        """
        requested = {id for id in ids if id is not None}
        self._refresh_cache()
        cache = self._records
        self._requested_ids.update(requested)
        if missing := requested - cache.keys():
            cache |= self._look_up(missing)
        return {id: cache[id] for id in requested}

    def _refresh_cache(self) -> None:
        """Forgets names that are too old, and renews those that soon will be."""
        began = monotonic()
        if began - self._loaded_at > NAME_CACHE_SECONDS:
            self._records, self._tables, self._requested_ids, self._loaded_at = {}, {}, set(), began
        elif began - self._loaded_at > NAME_CACHE_SECONDS / 2 and not self._renewing:
            self._renew_cache(began)

    def _renew_cache(self, began: float) -> None:
        before, requested = self._records, self._requested_ids
        self._requested_ids, self._renewing = set(), True
        try:
            cache = self._look_up(requested)
        finally:
            self._renewing = False
        if self._records is before:  # no erasure happened meanwhile
            self._records, self._tables, self._loaded_at = cache, {}, began

    def _look_up(self, ids: Set[str]) -> dict[str, PlayerRecord]:
        with translate_errors(PEOPLE):
            rows = self._store.people.find_people(filter(is_player_id, ids - BOT_NAMES.keys()))
        records = {
            id: PlayerRecord(_placeholder_name(id), account=False, erased=is_player_id(id)) for id in ids
        }
        records |= {id: PlayerRecord(BOT_NAMES[id], account=False) for id in ids & BOT_NAMES.keys()}
        return records | {row.id: PlayerRecord(row.name, bool(row.digest)) for row in rows}

    def list_players(self, ids: Iterable[str]) -> tuple[NamedPlayer, ...]:
        """Returns each of *ids* by name, in their order."""
        requested = [*ids]
        records = self.load_records(requested)
        return tuple(NamedPlayer(id, *records[id]) for id in requested)

    def list_seated(self, players: Players) -> tuple[NamedPlayer | None, ...]:
        """Returns the players of the ids *players*, with None for a free seat."""
        records = self.load_records(players)
        return tuple(None if id is None else NamedPlayer(id, *records[id]) for id in players)

    def names_of(self, ids: Iterable[str | None], language: str = "") -> dict[str, str]:
        """Returns the name of each of *ids*, those of the service in a *language* if given."""
        records = self.load_records(ids).items()
        return {id: record.name_in(language) if language else record.name for id, record in records}

    def seat_players(self, players: Players) -> SeatedPlayers:
        """Returns *players* by seat."""
        self._refresh_cache()
        tables = self._tables
        if (table := tables.get(players)) is None:
            records = self.load_records(players)
            players_by_seat = tuple([None if id is None else NamedPlayer(id, *records[id]) for id in players])
            names = tuple([None if player is None else player.name for player in players_by_seat])
            accounts = tuple([player is not None and player.account for player in players_by_seat])
            table = tables[players] = SeatedPlayers(
                players_by_seat, names, accounts, _names_tag(players, records)
            )
        return table

    def with_names(self, facts: Iterable[Fact], language: str) -> list[Fact]:
        """Returns *facts* with names in place of the ids of seated players. Never hash these."""
        named_facts = [*facts]
        names = self.names_of(ids_in_facts(named_facts), language)
        for index, fact in enumerate(named_facts):
            if isinstance(fact.event, SeatClaimed):
                event = replace(fact.event, player=names[fact.event.player])
                named_facts[index] = replace(fact, event=event)
        return named_facts

    def to_erase(self, text: str) -> list[str]:
        """Returns the ids that a request for erasure by *text* means, an id or a name.

        Raises `UnknownPlayer`.
        """
        with translate_errors(PEOPLE):
            people = self._store.people
            if is_player_id(text):
                rows = people.find_people([text])
            else:
                rows = [*people.people_called(normalize_name(text))] or [*people.people_called(text)]
            if not rows:
                raise UnknownPlayer(Message("Nobody is called “{name}” here.", name=text))
        return [row.id for row in rows]

    def erase_names(self, ids: Sequence[str]) -> None:
        """Erases the names of *ids*."""
        with translate_errors(PEOPLE):
            self._store.people.erase_people(ids)
        self.clear_cache()

    def clear_cache(self) -> None:
        """Drops the cached names of this process."""
        self._records, self._tables = {}, {}


def new_player_id() -> str:
    """Returns a new id."""
    return f"p-{secrets.token_hex(8)}"


def _placeholder_name(id: str) -> str:
    """Returns the placeholder of an id without a name. The *id* in an old log is the name itself.

    It keeps the service of a foreign player, as the same id may exist here.
    """
    id, at, service = id.partition(AT)
    match_ = PLAYER_ID.fullmatch(id)
    return f"player {match_[1]}{at}{service}" if match_ else f"{id}{at}{service}"


def _names_tag(players: Players, records: Mapping[str, PlayerRecord]) -> str:
    if not any(
        has or (AT not in id and name == _placeholder_name(id) != id)
        for id, (name, has, _) in records.items()
    ):
        return ""
    text = msgspec.json.encode([id and records[id] for id in players])
    return hashlib.sha256(text).hexdigest()[:8]
