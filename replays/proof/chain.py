"""The chain of a match: every fact sealed with the hash of the one before it.

What the spectator may not see of a fact is sealed in: its place holds a commitment, the SHA-256 of a salt and
the value. So the chain is the same for everyone, whoever looks, and a field can be opened later to whoever
may see it by telling its value and salt.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct

from domain import table
from domain.decider import Rules
from domain.model import Event, Fact, Viewer
from domain.notation import event_tag
from domain.table import MatchOpened, Rewound
from domain.tournament import visibility
from domain.tournament.facts import TournamentOpened

from .canonical import canonical

SPECTATOR = Viewer("spectator", frozenset())
GENESIS = "0" * 64
"""What the first fact of a match is chained to."""


class Sealed(Struct, frozen=True):
    """A fact as everybody may know it: its public fields as the spectator sees them, and commitments.

    `sealed` holds, by field, the SHA-256 of salt and canonical value, in hex.
    """

    seq: int
    cause: int
    rule: str
    type: str
    data: dict[str, Any]
    sealed: dict[str, str]


class Opening(Struct, frozen=True):
    """The content of a sealed field: the value, and the salt (hex) of its commitment."""

    value: Any
    salt: str


class Sealer:
    """Seals the facts of one match, told its id, its rules and how it was opened.

    It learns of new lines from the rewinds that it seals; *lines* are the seeds of those it has not seen, by
    their first fact.
    """

    def __init__(
        self, match: str, rules: Rules[Any, Any], opened: MatchOpened, lines: Mapping[int, str] = {}
    ) -> None:
        self.match, self._rules = match, rules
        self._seeds = {1: opened.seed, **lines}

    def salt(self, seq: int, field: str) -> bytes:
        """Returns the salt of a field: an HMAC under the seed of its line, secret until that is over."""
        seed = self._seeds[max(first for first in self._seeds if first <= seq)]
        return hmac.digest(seed.encode(), f"salt:{seq}:{field}".encode(), "sha256")

    def seal(self, fact: Fact) -> Sealed:
        """Returns *fact* as everybody may know it."""
        if isinstance(fact.event, Rewound):
            self._seeds[fact.seq] = fact.event.seed
        public = self._shown(fact, SPECTATOR)
        data = fields(public)
        hidden: dict[str, str] = {}
        if public is not fact.event:
            for field, value in fields(fact.event).items():
                if data.get(field) != value:
                    hidden[field] = commitment(self.salt(fact.seq, field), value)
        return Sealed(fact.seq, fact.cause, fact.rule, event_tag(type(fact.event)), data, hidden)

    def open(self, fact: Fact, viewer: Viewer | None) -> dict[str, Opening]:
        """Returns the sealed fields of *fact* that *viewer* may see; all, for `None`: the judge's copy."""
        public = self._shown(fact, SPECTATOR)
        if public is fact.event:
            return {}
        seen = fact.event if viewer is None else self._shown(fact, viewer)
        whole, public_fields, seen_fields = fields(fact.event), fields(public), fields(seen)
        return {
            field: Opening(value, self.salt(fact.seq, field).hex())
            for field, value in whole.items()
            if public_fields.get(field) != value and seen_fields.get(field) == value
        }

    def heads(self, facts: Iterable[Fact], before: str = GENESIS) -> Iterator[str]:
        """Yields the hash of each fact, the one *before* the first being given."""
        for fact in facts:
            before = link(self.match, before, self.seal(fact))
            yield before

    def _shown(self, fact: Fact, viewer: Viewer) -> Event:
        return table.redact_fact(self._rules, fact, viewer).event


class TournamentSealer(Sealer):
    """Seals the facts of a tournament, told its id and how it was opened, as those of a match are sealed."""

    def __init__(self, tournament: str, opened: TournamentOpened) -> None:
        self.match, self._seeds = tournament, {1: opened.seed}

    def _shown(self, fact: Fact, viewer: Viewer) -> Event:
        return visibility.redact_fact(fact).event


class PlainSealer(Sealer):
    """Seals the facts of a record that hides nothing, told its id."""

    def __init__(self, record: str) -> None:
        self.match, self._seeds = record, {}

    def _shown(self, fact: Fact, viewer: Viewer) -> Event:
        return fact.event


def link(match: str, before: str, sealed: Sealed) -> str:
    """Returns the hash of a fact: the SHA-256, in hex, of the canonical JSON of it and the hash *before*."""
    told: Mapping[str, Any] = {
        "match": match,
        "before": before,
        "seq": sealed.seq,
        "cause": sealed.cause,
        "rule": sealed.rule,
        "type": sealed.type,
        "data": sealed.data,
        "sealed": sealed.sealed,
    }
    return hashlib.sha256(canonical(told)).hexdigest()


def commitment(salt: bytes, value: Any) -> str:
    """Returns what stands for a hidden *value*: the SHA-256, in hex, of the salt and its canonical JSON."""
    return hashlib.sha256(salt + canonical(value)).hexdigest()


def fields(event: Event) -> dict[str, Any]:
    """Returns the fields of *event* as plain data, without those at their default.

    So a field that is added to a kind of fact one day, with a default, changes no hash of the past.
    """
    return {
        field.encode_name: msgspec.to_builtins(value)
        for field in _members(type(event))
        if (value := getattr(event, field.name)) != field.default
    }


_members = cache(msgspec.structs.fields)
