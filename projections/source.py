"""Where projections read facts from: a log in one global order, and each match's own facts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from domain.words import Fact


class Recorded(NamedTuple):
    """A fact as it stands in the store: its place among all facts, and the match it belongs to."""

    position: int
    match: str
    fact: Fact


class Source(Protocol):
    """A log of facts. Positions rise and may have gaps; nothing ever appears at or below one already read."""

    def read(self, after: int, limit: int) -> Sequence[Recorded]:
        """Returns up to *limit* facts that stand after position *after*, in order."""

    def facts(self, match: str, after: int = 0, upto: int | None = None) -> Sequence[Fact]:
        """Returns the facts of *match* with `after < seq <= upto`, in order; `None`: to the last."""

    def position(self) -> int:
        """Returns the position of the last fact; 0 when there is none."""
