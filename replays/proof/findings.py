"""What is found when a record is held against its proofs."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from msgspec import Struct

from domain.messages import Message

from .canonical import canonical

What: TypeAlias = Literal[
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
    "key",  # somebody has signed who is not trusted
    "receipt",  # a receipt is forged, or the record contradicts it
]


class Finding(Struct, frozen=True):
    """Something that is not as it was written, as a sentence; `seq` and `field` tell where, if it is known.

    `seq` is the number that the fact ought to have, 0 for the record as a whole. It may be fact `before`
    instead, unless that is 0.
    """

    seq: int
    what: What
    field: str
    sentence: Message
    before: int = 0

    def __str__(self) -> str:
        return self.sentence


def quoted(value: Any) -> str:
    """Returns *value* as it is quoted in a sentence: as JSON, and not at length."""
    text = canonical(value).decode()
    return text if len(text) <= 80 else f"{text[:79]}…"


def made_to_fit(seq: int, field: str, how: Message) -> Finding:
    """Returns that a fact was altered in a *field*, *how*, and its hash with it."""
    told = Message("Fact {seq} was altered, and its hash made to fit: {how}.", seq=seq, how=how)
    return Finding(seq, "altered", field, told)


def inserted(count: int, seq: int) -> Message:
    """Returns the beginning of a sentence: so many facts were put in before the fact that belongs there."""
    if count == 1:
        return Message("A fact was inserted before the true fact {seq}", seq=seq)
    return Message("{count} facts were inserted before the true fact {seq}", count=count, seq=seq)


def ended(what: Message, renumbered: bool) -> Message:
    """Returns *what* was done as a sentence, and whether facts were *renumbered* for it."""
    if renumbered:
        return Message("{what}, and those after it renumbered.", what=what)
    return Message("{what}.", what=what)
