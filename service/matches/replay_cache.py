"""What one process keeps of the matches that it read last."""

from __future__ import annotations

from typing import Any

from projections.boards import LoadedMatch
from replays.film import Replay

from .lru_cache import LruCache

MATCHES = 512
"""How many matches a process keeps folded."""
REPLAYS = 32
"""How many matches a process keeps keyframes of, for looking back."""


class ReplayCache:
    """Matches as they stand, and replays of some. It is only ever behind the store; threads may share it."""

    def __init__(self) -> None:
        self._matches: LruCache[LoadedMatch] = LruCache(MATCHES)
        self._replays: LruCache[Replay[Any, Any]] = LruCache(REPLAYS)

    def match(self, match: str) -> LoadedMatch | None:
        """Returns *match* as far as it is known here."""
        return self._matches.get(match)

    def replay(self, match: str) -> Replay[Any, Any] | None:
        """Returns the replay of *match* as far as it is known here."""
        return self._replays.get(match)

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
