"""Guesses the original of an altered fact from the rest of the record.

A hash confirms a right guess.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import permutations
from typing import Any, NamedTuple

from msgspec.structs import fields, replace

from domain.games import VOCABULARY
from domain.messages import Message
from domain.tournament import facts as tournament

from .chain import Opening, canonical_json, commit_value
from .findings import quote_value
from .record import Entry

KINDS = {**VOCABULARY, **tournament.VOCABULARY}
"""All types of facts of matches and tournaments."""
NUMBERS = range(31)
"""The numbers tried for every numeric field, besides those in the record."""
MAX_PERMUTED = 5
"""The maximum length of lists with all orders tried."""
ABSENT_VALUE = object()
"""The value of an absent field."""


class Suspect(NamedTuple):
    """A possible original, with the altered field and its present and former value."""

    entry: Entry
    field: str
    value: Any
    former_value: Any

    @property
    def sentence(self) -> Message:
        """The alteration in words."""
        if self.value is ABSENT_VALUE:
            return Message(
                "{field} was taken out; it was {was} when it was sealed",
                field=self.field,
                was=quote_value(self.former_value),
            )
        if self.former_value is ABSENT_VALUE:
            return Message(
                "{field}, which is {now}, was not there when it was sealed",
                field=self.field,
                now=quote_value(self.value),
            )
        return Message(
            "{field} is {now}, and was {was} when it was sealed",
            field=self.field,
            now=quote_value(self.value),
            was=quote_value(self.former_value),
        )


class Suspects:
    """Possible originals of the facts of one record, each different in one field."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self._entries = tuple(entries)

    def __call__(self, entry: Entry) -> Iterator[Suspect]:
        """Yields possible originals of *entry*, likelier ones first."""
        yield from self._commitment_suspects(entry)
        yield from self._data_suspects(entry)
        for rule in {other.rule for other in self._entries} - {entry.rule}:
            yield Suspect(replace(entry, rule=rule), "rule", entry.rule, rule)
        for cause in {*range(len(self._entries))} - {entry.cause}:
            yield Suspect(replace(entry, cause=cause), "cause", entry.cause, cause)
        for kind in KINDS.keys() - {entry.type}:
            yield Suspect(replace(entry, type=kind), "type", entry.type, kind)

    def _commitment_suspects(self, entry: Entry) -> Iterator[Suspect]:
        for field, opening in entry.opened.items():
            former, value = _commitment_of(opening), entry.sealed.get(field, ABSENT_VALUE)
            if former != value:
                sealed = entry.sealed | {field: former}
                yield Suspect(replace(entry, sealed=sealed), f"sealed.{field}", value, former)
        for field, value in entry.sealed.items():
            others = {name: hash for name, hash in entry.sealed.items() if name != field}
            yield Suspect(replace(entry, sealed=others), f"sealed.{field}", value, ABSENT_VALUE)

    def _data_suspects(self, entry: Entry) -> Iterator[Suspect]:
        names = {field.encode_name for field in fields(KINDS[entry.type])}
        for field in names | entry.data.keys():
            value = entry.data.get(field, ABSENT_VALUE)
            if value is not ABSENT_VALUE:
                others = {name: other for name, other in entry.data.items() if name != field}
                yield Suspect(replace(entry, data=others), field, value, ABSENT_VALUE)
            for former in self._candidate_values(field, value):
                yield Suspect(replace(entry, data=entry.data | {field: former}), field, value, former)

    def _candidate_values(self, field: str, value: Any) -> Iterator[Any]:
        yield from self._known_values[field].values()
        if isinstance(value, bool):
            yield not value
        elif isinstance(value, int):
            yield from NUMBERS
        elif isinstance(value, dict):
            yield from _vary_object(value)
        elif isinstance(value, list) and len(value) <= MAX_PERMUTED:
            yield from map(list, permutations(value))

    @cached_property
    def _known_values(self) -> dict[str, dict[bytes, Any]]:
        """The values of each field anywhere in the record."""
        values: dict[str, dict[bytes, Any]] = defaultdict(dict)
        for entry in self._entries:
            for field, value in entry.data.items():
                values[field][canonical_json(value)] = value
        return values


def _vary_object(value: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yields *value* without one member, or with another number in one."""
    for name, member in value.items():
        yield {other: member_ for other, member_ in value.items() if other != name}
        if isinstance(member, int):
            yield from (value | {name: number} for number in NUMBERS)


def _commitment_of(opening: Opening) -> str:
    try:
        return commit_value(bytes.fromhex(opening.salt), opening.value)
    except ValueError:
        return ""
