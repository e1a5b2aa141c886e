"""Cache of the matches that this process read last."""

from __future__ import annotations

from typing import Any

from domain.model import Fact
from domain.table import SeatClaimed
from projections.match_views import LoadedMatch
from replays.playback.replay import Replay

from ..shared.lru_cache import LruCache

MATCHES = 512
"""How many matches a process keeps folded."""
REPLAYS = 32
"""How many matches a process keeps keyframes of, for looking back."""


class MatchCache:
    """Loaded matches and some replays; threads may share it.

    An entry may be older than the store. Readers append the facts that the store has after it.
    """

    def __init__(self) -> None:
        self._matches: LruCache[LoadedMatch] = LruCache(MATCHES)
        self._replays: LruCache[Replay[Any, Any]] = LruCache(REPLAYS)
        self._last_facts: LruCache[list[Fact]] = LruCache(MATCHES)

    def match(self, match: str) -> LoadedMatch | None:
        """Returns *match* as far as it is known here."""
        return self._matches.get(match)

    def replay(self, match: str) -> Replay[Any, Any] | None:
        """Returns the replay of *match* as far as it is known here."""
        return self._replays.get(match)

    def facts(self, match: str, after: int, upto: int | None) -> list[Fact] | None:
        """Returns the facts of *match* with `after < seq <= upto` if all are among the last appended here."""
        last = self._last_facts.get(match)
        if last is None or upto is None or after + 1 < last[0].seq or upto > last[-1].seq:
            return None
        return last[after + 1 - last[0].seq : upto + 1 - last[0].seq]

    def put_facts(self, match: str, facts: list[Fact]) -> None:
        """Keeps the *facts* that were appended to *match* last.

        A claim of a seat is left to the store, which knows the services that players come from.
        """
        if not any(isinstance(fact.event, SeatClaimed) for fact in facts):
            self._last_facts.put(match, facts)

    def put_match(self, match: str, loaded: LoadedMatch) -> LoadedMatch:
        """Keeps *match* as it was *loaded*, unless it is known to have gone on; returns what is kept."""
        return self._matches.put(match, loaded, unless=lambda kept: kept.match.seq > loaded.match.seq)

    def put_replay(self, match: str, replay: Replay[Any, Any]) -> Replay[Any, Any]:
        """Keeps the *replay* of *match*, and returns it."""
        return self._replays.put(match, replay)

    def drop(self, match: str | None = None) -> None:
        """Forgets *match*, or all of them."""
        self._matches.drop(match)
        self._replays.drop(match)
        self._last_facts.drop(match)
