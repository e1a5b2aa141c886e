"""Continuity: whether a fact is missing, told for projections that see some of the facts alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from cachetools import LRUCache

from domain.model import Fact

from .source import Recorded


class Gap(NamedTuple):
    """The number of a fact that is missing, and the fact that stands in its place."""

    missing: int
    fact: Fact


class Continuity:
    """Compares the numbers of the facts of each match, within a batch and from one batch to the next.

    It remembers the last number of up to *live* matches.
    """

    def __init__(self, live: int) -> None:
        self._last: LRUCache[str, int] = LRUCache(live)
        self._position = 0

    def gaps(self, after: int, batch: Sequence[Recorded]) -> Mapping[str, Gap]:
        """Returns the first gap of each match in *batch*, which stands in the log *after* a position."""
        if after != self._position:
            self._last.clear()
        self._position = batch[-1].position
        last: dict[str, int] = {}
        gaps: dict[str, Gap] = {}
        for _, match, fact in batch:
            before = last.get(match) or self._last.get(match)
            if fact is None:
                last[match] = before + 1 if before else 0
                continue
            if before and fact.seq != before + 1:
                gaps.setdefault(match, Gap(before + 1, fact))
            last[match] = fact.seq
        self._last.update(last)
        return gaps
