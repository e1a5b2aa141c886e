"""People: facts know them by opaque ids, and what they are called stands beside the log, to be forgotten.

A fact is hashed and kept for ever, so it holds no name. Names are put in at the last moment, in replies that
are asked for anew each time, and never in what may be cached, exported or proved.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable
from time import monotonic

from msgspec.structs import replace

from domain.table import AT, SeatClaimed
from domain.words import Fact

from .names import spelled
from .store import Store, in_our_words

_ID = re.compile(r"p-([0-9a-f]{4})[0-9a-f]{12}")

Players = tuple[str | None, ...]
"""Who sits at a table, seat by seat; `None` for a free seat."""


FRESH = 1.0
"""Seconds that a process remembers names; so long it may go on telling one that another has erased."""


class UnknownPlayer(LookupError):
    """Nobody is called that here."""


class People:
    """Who is who in a store. Threads may share it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[str, str] = {}
        self._since = 0.0

    def id(self, name: str) -> str:
        """Returns the id of *name*, a fresh one for somebody new."""
        with in_our_words("the list of people"):
            return self._store.people.enrol(f"p-{secrets.token_hex(8)}", spelled(name))

    def spellings(self, name: str) -> frozenset[str]:
        """Returns what facts may hold of who is called *name*: the id, and in logs of old the name itself."""
        with in_our_words("the list of people"):
            id = self._store.people.person(spelled(name))
        return frozenset({name} if id is None else {name, id})

    def names(self, ids: Iterable[str | None]) -> dict[str, str]:
        """Returns what to call each of *ids*: by name, or as somebody whose name is not known any more."""
        if monotonic() - self._since > FRESH:
            self._known, self._since = {}, monotonic()
        known, asked = self._known, {id for id in ids if id is not None}
        if strange := asked - known.keys():
            with in_our_words("the list of people"):
                found = self._store.people.names(strange)
            known |= {id: found.get(id) or _unnamed(id) for id in strange}
        return {id: known[id] for id in asked}

    def erased(self, ids: Iterable[str | None]) -> int:
        """Returns of how many of *ids* the name has been erased."""
        names = self.names(ids)
        return sum(AT not in id and name == _unnamed(id) != id for id, name in names.items())

    def seated(self, players: Players) -> Players:
        """Returns *players* by name."""
        names = self.names(players)
        return tuple(None if id is None else names[id] for id in players)

    def told(self, facts: Iterable[Fact]) -> list[Fact]:
        """Returns *facts* for telling, not for hashing: who takes a seat does so by name."""
        told = [*facts]
        names = self.names(in_facts(told))
        for place, fact in enumerate(told):
            if isinstance(fact.event, SeatClaimed):
                event = replace(fact.event, player=names[fact.event.player])
                told[place] = replace(fact, event=event)
        return told

    def forget(self, name: str) -> None:
        """Erases *name*: from now on its id is somebody without one. Raises `UnknownPlayer`."""
        with in_our_words("the list of people"):
            if not (self._store.people.erase(name) or self._store.people.erase(spelled(name))):
                raise UnknownPlayer(f"Nobody is called “{name}” here.")
        self._known = {}


def is_id(player: str) -> bool:
    """Tells whether *player* is an id that a house made, and no name."""
    return _ID.fullmatch(player) is not None


def in_facts(facts: Iterable[Fact]) -> set[str]:
    """Returns the ids of those who take a seat in *facts*."""
    return {fact.event.player for fact in facts if isinstance(fact.event, SeatClaimed)}


def _unnamed(id: str) -> str:
    """Returns what to call an id without a name; what is no id is a name from a log of old.

    A player of another house keeps its name behind: the same id may be somebody else's here.
    """
    id, at, house = id.partition(AT)
    made = _ID.fullmatch(id)
    return f"player {made[1]}{at}{house}" if made else f"{id}{at}{house}"
