"""Where projections read facts from: a log in one global order, and each match's own facts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol

from domain.errors import LocalizableError
from domain.messages import Message
from domain.model import Fact


class Recorded(NamedTuple):
    """A fact as it stands in the store: its place among all facts, and the match it belongs to.

    `None` stands for a fact that cannot be read.
    """

    position: int
    match: str
    fact: Fact | None


class Damaged(LocalizableError):
    """A match cannot be told any more: a fact of it is missing, or cannot be read."""

    slug = "set-aside"


def in_a_row(facts: Iterable[Fact], after: int) -> list[Fact]:
    """Returns *facts*, which follow one another from fact *after* on; raises `Damaged` if they do not."""
    told = list(facts)
    for seq, fact in enumerate(told, start=after + 1):
        if fact.seq != seq:
            raise Damaged(Message("Fact {seq} is missing.", seq=seq))
    return told


class EventLog(Protocol):
    """A log of facts. Positions rise and may have gaps; nothing ever appears at or below one already read."""

    def read(self, after: int, limit: int) -> Sequence[Recorded]:
        """Returns up to *limit* facts that stand after position *after*, in order."""

    def facts(self, match: str, after: int = 0, upto: int | None = None) -> Sequence[Fact]:
        """Returns the facts of *match* with `after < seq <= upto`, in order; `None`: to the last.

        Raises `Damaged` when one is missing between them, or cannot be read.
        """

    def position(self) -> int:
        """Returns the position of the last fact; 0 when there is none."""
