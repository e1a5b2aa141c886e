"""Hash chain of a match, with the hash of each fact and of the previous hash.

Commitments, the SHA-256 of a salt and the value, replace the hidden fields. The chain is therefore the same
for every viewer, and a value with its salt opens a field later.
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
from domain.model import SPECTATOR, Event, Fact, Viewer
from domain.notation import event_tag
from domain.rules import Rules
from domain.table import MatchOpened, Rewound
from domain.tournament import visibility
from domain.tournament.facts import TournamentOpened

GENESIS = "0" * 64
"""The hash before the first fact."""


class CommittedFact(Struct, frozen=True):
    """A fact with its public fields, and commitments for hidden ones.

    `sealed` maps fields to the SHA-256 of salt and canonical value, in hex.
    """

    seq: int
    cause: int
    rule: str
    type: str
    data: dict[str, Any]
    sealed: dict[str, str]


class Opening(Struct, frozen=True):
    """The value of a sealed field, and the salt (hex) of its commitment."""

    value: Any
    salt: str


class FactCommitter:
    """Commits the facts of one match from its id, rules and opening.

    It learns new lines from rewinds. *lines* are the seeds of earlier ones by their first fact.
    """

    def __init__(
        self, match: str, rules: Rules[Any, Any], opened: MatchOpened, lines: Mapping[int, str] = {}
    ) -> None:
        self.match, self._rules = match, rules
        self._seeds = {1: opened.seed, **lines}

    def derive_salt(self, seq: int, field: str) -> bytes:
        """Returns the salt of a field, an HMAC under the secret seed of its line."""
        seed = self._seeds[max(first for first in self._seeds if first <= seq)]
        return hmac.digest(seed.encode(), f"salt:{seq}:{field}".encode(), "sha256")

    def commit_fact(self, fact: Fact) -> CommittedFact:
        """Returns *fact* in its public form."""
        if isinstance(fact.event, Rewound):
            self._seeds[fact.seq] = fact.event.seed
        public = self._redact_event(fact, SPECTATOR)
        data = event_fields(public)
        commitments: dict[str, str] = {}
        if public is not fact.event:
            for field, value in event_fields(fact.event).items():
                if data.get(field) != value:
                    commitments[field] = commit_value(self.derive_salt(fact.seq, field), value)
        return CommittedFact(fact.seq, fact.cause, fact.rule, event_tag(type(fact.event)), data, commitments)

    def open_fields(self, fact: Fact, viewer: Viewer | None) -> dict[str, Opening]:
        """Returns the committed fields visible to *viewer*, or all of them for `None`, the judge."""
        public = self._redact_event(fact, SPECTATOR)
        if public is fact.event:
            return {}
        visible = fact.event if viewer is None else self._redact_event(fact, viewer)
        all_fields, public_fields, visible_fields = (
            event_fields(fact.event),
            event_fields(public),
            event_fields(visible),
        )
        return {
            field: Opening(value, self.derive_salt(fact.seq, field).hex())
            for field, value in all_fields.items()
            if public_fields.get(field) != value and visible_fields.get(field) == value
        }

    def hash_facts(self, facts: Iterable[Fact], before: str = GENESIS) -> Iterator[str]:
        """Yields the hash of each fact after the hash *before*."""
        for fact in facts:
            before = link_hash(self.match, before, self.commit_fact(fact))
            yield before

    def _redact_event(self, fact: Fact, viewer: Viewer) -> Event:
        return table.redact_fact(self._rules, fact, viewer).event


class TournamentCommitter(FactCommitter):
    """Commits the facts of a tournament from its id and opening."""

    def __init__(self, tournament: str, opened: TournamentOpened) -> None:
        self.match, self._seeds = tournament, {1: opened.seed}

    def _redact_event(self, fact: Fact, viewer: Viewer) -> Event:
        return visibility.redact_fact(fact).event


class PlainCommitter(FactCommitter):
    """Commits the facts of a record without hidden fields."""

    def __init__(self, record: str) -> None:
        self.match, self._seeds = record, {}

    def _redact_event(self, fact: Fact, viewer: Viewer) -> Event:
        return fact.event


def link_hash(match: str, before: str, committed: CommittedFact) -> str:
    """Returns the SHA-256 in hex of the canonical JSON of a fact and the hash *before*."""
    content: Mapping[str, Any] = {
        "match": match,
        "before": before,
        "seq": committed.seq,
        "cause": committed.cause,
        "rule": committed.rule,
        "type": committed.type,
        "data": committed.data,
        "sealed": committed.sealed,
    }
    return hashlib.sha256(canonical_json(content)).hexdigest()


def commit_value(salt: bytes, value: Any) -> str:
    """Returns the SHA-256 in hex of the salt and the canonical JSON of *value*."""
    return hashlib.sha256(salt + canonical_json(value)).hexdigest()


def event_fields(event: Event) -> dict[str, Any]:
    """Returns the fields of *event* as plain data, without defaults.

    A new field with a default therefore changes no earlier hash.
    """
    return {
        field.encode_name: msgspec.to_builtins(value)
        for field in _members(type(event))
        if (value := getattr(event, field.name)) != field.default
    }


_members = cache(msgspec.structs.fields)


def canonical_json(value: Any) -> bytes:
    """Returns *value* as canonical JSON (RFC 8785), so that equal values have equal hashes.

    *value* holds strings, integers, booleans, lists and objects. For these types msgspec writes the format of
    RFC 8785, and a test compares it with another library.
    """
    return _encoder.encode(value)


_encoder = msgspec.json.Encoder(order="deterministic")
