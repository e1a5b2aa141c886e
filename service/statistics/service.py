"""Statistics of finished matches, filtered and added up."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from threading import Lock
from time import monotonic
from typing import Literal, TypeAlias

import msgspec
from cachetools import TTLCache
from msgspec import Struct

from projections.statistics import CountedMatch, MatchStatistics
from projections.view_store import ViewStore

from ..tournaments.processes.own_matches import OwnMatches
from .adding import add_up
from .model import Statistics

PAGE_SIZE = 500
"""Entries in one read."""
CACHE_SECONDS = 60.0
"""Largest age of statistics; 10,000 matches take 0.4 s to read and a second to add up."""
CACHE_SIZE = 32
"""Cached choices of matches."""

Bots: TypeAlias = Literal["all", "none", "only"]
"""Matches with and without bots, without bots, or with bots only."""


class Choice(Struct, frozen=True):
    """Filter of matches; `None` matches all."""

    game: str
    chapter: int | None = None
    seats: int | None = None
    event: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    bots: Bots = "all"

    def matches(self, match: CountedMatch) -> bool:
        """Returns whether *match* counts."""
        return (
            match.game == self.game
            and self.chapter in (None, match.chapter)
            and self.seats in (None, len(match.seats))
            and self.event in (None, match.event)
            and (self.since is None or match.ended >= self.since.timestamp() * 1000)
            and (self.until is None or match.ended < self.until.timestamp() * 1000)
            and (self.bots == "all" or match.bots == (self.bots == "only"))
        )


class StatisticsService:
    """Statistics by choice of matches. Threads may share it."""

    def __init__(
        self,
        views: ViewStore,
        own: Callable[[str], OwnMatches | None],
        now: Callable[[], float] = monotonic,
    ) -> None:
        self._views, self._own_matches, self._lock = views, own, Lock()
        self._matches_cache = TTLCache[str, list[tuple[str, CountedMatch]]](1, CACHE_SECONDS, now)
        self._statistics_cache = TTLCache[Choice, Statistics](CACHE_SIZE, CACHE_SECONDS, now)

    def add_up_choice(self, choice: Choice) -> Statistics:
        """Returns the statistics of the chosen matches, at most `CACHE_SECONDS` old."""
        with self._lock:
            if (statistics := self._statistics_cache.get(choice)) is None:
                if (matches := self._matches_cache.get("")) is None:
                    matches = self._matches_cache[""] = [*self._scan_matches()]
                own_matches = self._own_matches(choice.event) if choice.event else None
                counted_matches = [
                    match
                    for id, match in matches
                    if choice.matches(match) and (own_matches is None or own_matches.include(id))
                ]
                statistics = add_up(choice.game, counted_matches)
                self._statistics_cache[choice] = statistics
            return statistics

    def _scan_matches(self) -> Iterator[tuple[str, CountedMatch]]:
        after, has_more = "", True
        while has_more:
            page = self._views.scan(MatchStatistics.name, after, PAGE_SIZE)
            entries = ((id, msgspec.json.decode(view, type=CountedMatch | None)) for id, view in page)
            yield from ((id, match) for id, match in entries if match is not None)
            after, has_more = page[-1][0] if page else "", len(page) == PAGE_SIZE
