"""Detects missing facts on behalf of projections that see only some facts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from cachetools import LRUCache

from domain.model import Fact

from .event_log import RecordedFact


class Gap(NamedTuple):
    """The number of a missing fact, and the fact in its place."""

    missing: int
    fact: Fact


class GapDetector:
    """Compares the numbers of each match's facts, within and across batches.

    It remembers the last number of up to *live* matches.
    """

    def __init__(self, live: int) -> None:
        self._last: LRUCache[str, int] = LRUCache(live)
        self._position = 0

    def find_gaps(self, after: int, batch: Sequence[RecordedFact]) -> Mapping[str, Gap]:
        """Returns the first gap of each match in *batch*, which starts *after* a position."""
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
