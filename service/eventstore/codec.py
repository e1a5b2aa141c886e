"""Serialization of facts as rows.

A row has a permanent name and a MessagePack array of cause, rule and the event's fields. Rows of earlier
releases, and numbers too large for MessagePack, use JSON.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from types import GenericAlias
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import FieldInfo, astuple, fields

from domain import games, people
from domain.errors import RecountError
from domain.model import Event, Fact
from domain.notation import Vocabulary
from domain.tournament import facts as tournament

VOCABULARY: Vocabulary = {**games.VOCABULARY, **tournament.VOCABULARY, **people.VOCABULARY}
"""Every fact that any stream may hold, by its permanent name."""

Upcaster = Callable[[list[Any]], tuple[str, list[Any]]]
"""Converts the stored fields of an old fact to its current name and fields."""

UPCASTERS: Mapping[str, Upcaster] = {}
"""Upcasters by the stored name of a renamed or reshaped fact. Entries stay for ever.

A field added at the end with a default needs no entry, because older rows get the default.
"""


class UnknownFact(RecountError):
    """The log holds a fact of a newer release."""

    slug = "newer-log"


class Row(NamedTuple):
    """Fact without its number, as stored."""

    topic: str
    state: bytes


class Codec:
    """Serializer of the facts of every kind of event in *vocabulary*, and of the journal's entries."""

    def __init__(self, vocabulary: Vocabulary, upcasters: Mapping[str, Upcaster] = UPCASTERS) -> None:
        vocabulary = {**vocabulary, **people.JOURNAL_VOCABULARY}
        self._encode = msgspec.msgpack.Encoder().encode
        self._names = {kind: name for name, kind in vocabulary.items()}
        self._decoders = {name: _fact_decoder(kind) for name, kind in vocabulary.items()}
        self._kinds = vocabulary
        self._upcasters = upcasters

    def encode_fact(self, fact: Fact) -> Row:
        """Returns *fact* as a row."""
        event = fact.event
        values = (fact.cause, fact.rule, *astuple(event))
        try:
            state = self._encode(values)
        except OverflowError:  # an integer of more than 64 bits
            state = msgspec.json.encode(values)
        return Row(self._names[type(event)], state)

    def decode_fact(self, seq: int, topic: str, state: bytes) -> Fact:
        """Returns the fact of a row. Raises `UnknownFact`."""
        if topic in self._upcasters:
            return self._decode_upcast(seq, topic, state)
        try:
            decode = self._decoders[topic]
        except KeyError:
            raise UnknownFact(
                f"Fact {seq} is “{topic}”, which this version of Recount does not know: "
                "the log was written by a newer one."
            ) from None
        return decode(seq, state)

    def _decode_upcast(self, seq: int, topic: str, state: bytes) -> Fact:
        cause, rule, *values = _decode_array(state)
        while (upcast := self._upcasters.get(topic)) is not None:
            before = topic
            topic, values = upcast(values)
            if topic == before:
                break
        if topic not in self._kinds:
            raise UnknownFact(
                f"Fact {seq} was renamed to “{topic}”, which is no fact of this version of Recount."
            )
        return self._decoders[topic](seq, msgspec.json.encode((cause, rule, *values)))


@cache
def _fact_decoder(kind: type[Event]) -> Callable[[int, bytes], Fact]:
    members = fields(kind)
    minimum = 2 + sum(field.required for field in members)
    decode = _row_decoder(members, len(members))

    def decode_fact(seq: int, state: bytes) -> Fact:
        try:
            cause, rule, *values = decode(state)
        except msgspec.ValidationError:
            stored = len(_decode_array(state))
            if not minimum <= stored < 2 + len(members):
                raise
            cause, rule, *values = _row_decoder(members, stored - 2)(state)
        return Fact(seq, cause, rule, kind(*values))

    return decode_fact


def _row_decoder(members: tuple[FieldInfo, ...], count: int) -> Callable[[bytes], tuple[Any, ...]]:
    """Returns a decoder of rows with the first *count* of *members*."""
    shape = GenericAlias(tuple, (int, str, *(field.type for field in members[:count])))
    packed, json = msgspec.msgpack.Decoder(shape).decode, msgspec.json.Decoder(shape).decode
    return lambda state: (json if _is_json(state) else packed)(state)


def _decode_array(state: bytes) -> Any:
    """Returns the array of a row without checking its fields."""
    return (msgspec.json if _is_json(state) else msgspec.msgpack).decode(state)


def _is_json(state: bytes) -> bool:
    return state[:1] == b"["  # in MessagePack, this byte alone is an integer


@cache
def prepare_decoders() -> None:
    """Prepares decoders of all message types defined by now; a second call does nothing.

    msgspec notes on each type how to decode it. Two threads that decode one type for the first time at once
    crash the process (a segmentation fault, msgspec 0.22).
    """
    for kind in _subclasses(msgspec.Struct):
        with suppress(TypeError, NameError):  # some types only encode, or refer to names of other modules
            msgspec.json.Decoder(kind)


def _subclasses(base: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for kind in base.__subclasses__():
        yield kind
        yield from _subclasses(kind)
