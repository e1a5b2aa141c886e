"""Findings of checks on records."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from msgspec import Struct

from domain.messages import Message

from .chain import canonical_json

FindingKind: TypeAlias = Literal[
    "altered",  # a fact does not say what was sealed
    "hash",  # the hash that is told with a fact is not that of the fact
    "missing",  # facts were left out
    "inserted",  # something was put in that was never sealed there, or stands there twice
    "order",  # facts stand in another order
    "number",  # facts have other numbers
    "cut",  # the match went on, the record does not
    "opening",  # what is told of a sealed field is not what was sealed, or was taken away
    "header",  # what is told about the record is not so
    "cards",  # the card set is not the one the match is pinned to
    "seed",  # a seed is not the one that was committed to
    "shuffle",  # chance did not answer as the seed and the nonces have it
    "decision",  # the rules lead elsewhere
    "pairing",  # a round is not what its engine comes to
    "result",  # a tournament tells another result than its match has
    "standings",  # the facts make other standings
    "log",  # the head is not in the log of all heads
    "checkpoint",  # a checkpoint is forged, or of another history
    "witness",  # witnesses that a policy requires have not cosigned
    "key",  # somebody has signed who is not trusted
    "receipt",  # a receipt is forged, or the record contradicts it
]


class Finding(Struct, frozen=True):
    """An alteration with its sentence, and `seq` and `field` as its location if known.

    `seq` is the true number of the fact, 0 for the whole record. A `before` other than 0 is an alternative
    fact.
    """

    seq: int
    what: FindingKind
    field: str
    sentence: Message
    before: int = 0

    def __str__(self) -> str:
        return self.sentence


def quote_value(value: Any) -> str:
    """Returns *value* as short JSON for a sentence."""
    text = canonical_json(value).decode()
    return text if len(text) <= 80 else f"{text[:79]}…"


def rehashed_finding(seq: int, field: str, clause: Message) -> Finding:
    """Returns the finding about an altered fact with a recomputed hash."""
    sentence = Message("Fact {seq} was altered, and its hash made to fit: {how}.", seq=seq, how=clause)
    return Finding(seq, "altered", field, sentence)


def insertion_sentence(count: int, seq: int) -> Message:
    """Returns the beginning of a sentence about *count* inserted facts."""
    if count == 1:
        return Message("A fact was inserted before the true fact {seq}", seq=seq)
    return Message("{count} facts were inserted before the true fact {seq}", count=count, seq=seq)


def finish_sentence(clause: Message, renumbered: bool) -> Message:
    """Returns the sentence, with a note if facts were *renumbered*."""
    if renumbered:
        return Message("{what}, and those after it renumbered.", what=clause)
    return Message("{what}.", what=clause)
