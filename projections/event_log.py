"""The interface of the event log that projections read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol

from domain.errors import LocalizableError
from domain.messages import Message
from domain.model import Fact


class RecordedFact(NamedTuple):
    """A fact with its position in the log and its match; `None` for an unreadable fact."""

    position: int
    match: str
    fact: Fact | None


class CorruptStream(LocalizableError):
    """A fact of a match is missing or unreadable."""

    slug = "set-aside"


def require_consecutive(facts: Iterable[Fact], after: int) -> list[Fact]:
    """Returns *facts* if they follow fact *after* without a gap; raises `CorruptStream`."""
    checked = list(facts)
    for seq, fact in enumerate(checked, start=after + 1):
        if fact.seq != seq:
            raise CorruptStream(Message("Fact {seq} is missing.", seq=seq))
    return checked


class EventLog(Protocol):
    """A log of facts with rising positions, perhaps with gaps.

    No fact appears at or below a position already read.
    """

    def read(self, after: int, limit: int) -> Sequence[RecordedFact]:
        """Returns up to *limit* facts after position *after*, in order."""

    def facts(self, match: str, after: int = 0, until: int | None = None) -> Sequence[Fact]:
        """Returns the facts of *match* with `after < seq <= until`; `None` means the last.

        Raises `CorruptStream` for a missing or unreadable fact.
        """

    def position(self) -> int:
        """Returns the position of the last fact, 0 without any."""
