"""Cache of the matches that this process read last."""

from __future__ import annotations

from typing import Any

from domain.model import Fact
from domain.table import SeatClaimed
from projections.match_views import LoadedMatch
from replays.playback.replay import Replay

from ..caches import LruCache

MATCH_CACHE_SIZE = 512
"""Folded matches in one process."""
REPLAY_CACHE_SIZE = 32
"""Matches with keyframes in one process."""


class MatchCache:
    """Loaded matches and some replays; threads may share it.

    An entry may be older than the store. Readers append the facts that the store has after it.
    """

    def __init__(self) -> None:
        self._matches: LruCache[LoadedMatch] = LruCache(MATCH_CACHE_SIZE)
        self._replays: LruCache[Replay[Any, Any]] = LruCache(REPLAY_CACHE_SIZE)
        self._last_facts: LruCache[list[Fact]] = LruCache(MATCH_CACHE_SIZE)

    def get_match(self, match: str) -> LoadedMatch | None:
        """Returns the cached state of *match*."""
        return self._matches.get(match)

    def get_replay(self, match: str) -> Replay[Any, Any] | None:
        """Returns the cached replay of *match*."""
        return self._replays.get(match)

    def get_facts(self, match: str, after: int, until: int | None) -> list[Fact] | None:
        """Returns the facts of *match* with `after < seq <= until`, if the cache has them all."""
        last = self._last_facts.get(match)
        if last is None or until is None or after + 1 < last[0].seq or until > last[-1].seq:
            return None
        return last[after + 1 - last[0].seq : until + 1 - last[0].seq]

    def put_facts(self, match: str, facts: list[Fact]) -> None:
        """Caches the last *facts* of *match*.

        It skips claims of seats, because only the store knows the services of players.
        """
        if not any(isinstance(fact.event, SeatClaimed) for fact in facts):
            self._last_facts.put(match, facts)

    def put_match(self, match: str, loaded: LoadedMatch) -> LoadedMatch:
        """Caches *match* unless the cache has a later state, and returns the cached state."""
        return self._matches.put(match, loaded, unless=lambda cached: cached.match.seq > loaded.match.seq)

    def put_replay(self, match: str, replay: Replay[Any, Any]) -> Replay[Any, Any]:
        """Caches the *replay* of *match*, and returns it."""
        return self._replays.put(match, replay)

    def drop(self, match: str | None = None) -> None:
        """Removes *match*, or all matches."""
        self._matches.drop(match)
        self._replays.drop(match)
        self._last_facts.drop(match)
