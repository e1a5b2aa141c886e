"""Statistics: the views of all matches that are over, chosen and added up."""

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

PAGE = 500
"""How many entries are read at a time."""
FRESH = 60.0
"""Seconds that statistics may be behind: to read 10,000 matches takes 0.4 s, to add them up a second."""
KEPT = 32
"""So many choices of matches are kept added up."""

Bots: TypeAlias = Literal["all", "none", "only"]
"""Matches in which the service plays a seat: with the others, none, these alone."""


class Choice(Struct, frozen=True):
    """Which matches count; what is `None` says nothing."""

    game: str
    chapter: int | None = None
    seats: int | None = None
    event: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    bots: Bots = "all"

    def takes(self, match: CountedMatch) -> bool:
        """Tells whether *match* counts."""
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
    """Reads what matches count as, and adds up those that are chosen. Threads may share it."""

    def __init__(
        self,
        views: ViewStore,
        own: Callable[[str], OwnMatches | None],
        now: Callable[[], float] = monotonic,
    ) -> None:
        self._views, self._own, self._lock = views, own, Lock()
        self._read = TTLCache[str, list[tuple[str, CountedMatch]]](1, FRESH, now)
        self._added = TTLCache[Choice, Statistics](KEPT, FRESH, now)

    def of(self, choice: Choice) -> Statistics:
        """Returns what the chosen matches add up to, as it was at most `FRESH` seconds ago."""
        with self._lock:
            if (statistics := self._added.get(choice)) is None:
                matches = self._read.get("") or [*self._all()]
                self._read[""] = matches
                own_matches = self._own(choice.event) if choice.event else None
                counted_matches = [
                    match
                    for id, match in matches
                    if choice.takes(match) and (own_matches is None or own_matches.include(id))
                ]
                statistics = add_up(choice.game, counted_matches)
                self._added[choice] = statistics
            return statistics

    def _all(self) -> Iterator[tuple[str, CountedMatch]]:
        after, more = "", True
        while more:
            page = self._views.scan(MatchStatistics.name, after, PAGE)
            entries = ((id, msgspec.json.decode(view, type=CountedMatch | None)) for id, view in page)
            yield from ((id, match) for id, match in entries if match is not None)
            after, more = page[-1][0] if page else "", len(page) == PAGE
