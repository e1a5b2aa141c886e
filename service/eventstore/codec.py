"""Facts as rows: a permanent name, and an array of cause, rule and the event's fields, in MessagePack.

It is JSON in rows of earlier releases, and where MessagePack has no room for a number.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from types import GenericAlias
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import FieldInfo, astuple, fields

from domain.errors import RecountError
from domain.model import Event, Fact
from domain.notation import Vocabulary

Upcaster = Callable[[list[Any]], tuple[str, list[Any]]]
"""Takes the stored fields of an old fact, returns the name and the fields it has today."""

UPCASTERS: Mapping[str, Upcaster] = {}
"""Every fact that was renamed or reshaped, by the name it was stored under. A line here is for ever.

A field that was added at the end, with a default, needs no line: a row from before lacks it, and gets it.
"""


class UnknownFact(RecountError):
    """The log holds a fact that this version of Recount has no name for."""

    slug = "newer-log"


class Row(NamedTuple):
    """A fact without its number, as it is stored."""

    topic: str
    state: bytes


class Codec:
    """Turns facts into rows and back, for every kind of event in *vocabulary*."""

    def __init__(self, vocabulary: Vocabulary, upcasters: Mapping[str, Upcaster] = UPCASTERS) -> None:
        self._encode = msgspec.msgpack.Encoder().encode
        self._names = {kind: name for name, kind in vocabulary.items()}
        self._read = {name: _reader(kind) for name, kind in vocabulary.items()}
        self._kinds = vocabulary
        self._upcasters = upcasters

    def write(self, fact: Fact) -> Row:
        """Returns *fact* as a row."""
        event = fact.event
        told = (fact.cause, fact.rule, *astuple(event))
        try:
            state = self._encode(told)
        except OverflowError:  # a whole number of more than 64 bits
            state = msgspec.json.encode(told)
        return Row(self._names[type(event)], state)

    def read(self, seq: int, topic: str, state: bytes) -> Fact:
        """Returns the fact that a row tells; raises `UnknownFact`."""
        if topic in self._upcasters:
            return self._upcast(seq, topic, state)
        try:
            read = self._read[topic]
        except KeyError:
            raise UnknownFact(
                f"Fact {seq} is “{topic}”, which this version of Recount does not know: "
                "the log was written by a newer one."
            ) from None
        return read(seq, state)

    def _upcast(self, seq: int, topic: str, state: bytes) -> Fact:
        cause, rule, *told = _array(state)
        while (upcast := self._upcasters.get(topic)) is not None:
            before = topic
            topic, told = upcast(told)
            if topic == before:
                break
        if topic not in self._kinds:
            raise UnknownFact(
                f"Fact {seq} was renamed to “{topic}”, which is no fact of this version of Recount."
            )
        return self._read[topic](seq, msgspec.json.encode((cause, rule, *told)))


@cache
def _reader(kind: type[Event]) -> Callable[[int, bytes], Fact]:
    members = fields(kind)
    minimum = 2 + sum(field.required for field in members)
    decode = _decoder(members, len(members))

    def read(seq: int, state: bytes) -> Fact:
        try:
            cause, rule, *told = decode(state)
        except msgspec.ValidationError:
            stored = len(_array(state))
            if not minimum <= stored < 2 + len(members):
                raise
            cause, rule, *told = _decoder(members, stored - 2)(state)
        return Fact(seq, cause, rule, kind(*told))

    return read


def _decoder(members: tuple[FieldInfo, ...], count: int) -> Callable[[bytes], tuple[Any, ...]]:
    """Returns what reads a row with the first *count* of *members*."""
    shape = GenericAlias(tuple, (int, str, *(field.type for field in members[:count])))
    packed, json = msgspec.msgpack.Decoder(shape).decode, msgspec.json.Decoder(shape).decode
    return lambda state: (json if _is_json(state) else packed)(state)


def _array(state: bytes) -> Any:
    """Returns what a row tells, whatever its fields are."""
    return (msgspec.json if _is_json(state) else msgspec.msgpack).decode(state)


def _is_json(state: bytes) -> bool:
    return state[:1] == b"["  # in MessagePack, that is the whole of a number
