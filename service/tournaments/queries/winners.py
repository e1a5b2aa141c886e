"""Winners of tournaments, cached. There are none before the end or for a vacant first place."""

from __future__ import annotations

from domain.tournament.decision.winners import stage_winners
from domain.tournament.facts import Player
from domain.tournament.state import Tournament

from ...shared.lru_cache import LruCache
from ..repository import TournamentRepository

CACHED_TOURNAMENTS = 1024
"""The size of the cache."""


class Winners:
    """The winners of tournaments, for one process. Threads may share it."""

    def __init__(self, repository: TournamentRepository) -> None:
        self._repository = repository
        self._cache: LruCache[tuple[int, tuple[Player, ...]]] = LruCache(CACHED_TOURNAMENTS)

    def winners_of(self, tournament: str) -> tuple[Player, ...]:
        """Returns the present winners, a team by its id, none before the end; raises as `get` does."""
        t = self._repository.get(tournament)
        cached = self._cache.get(tournament)
        if cached is None or cached[0] != t.seq:
            cached = self._cache.put(
                tournament, (t.seq, _final_winners(t)), unless=lambda cached: cached[0] > t.seq
            )
        return cached[1]

    def winning_people(self, tournament: str) -> frozenset[Player]:
        """Returns the winners with the members of winning teams."""
        players = self._repository.get(tournament).players
        winners = self.winners_of(tournament)
        return frozenset(
            (*winners, *(member for player in winners for member in players[player].registration.members))
        )


def _final_winners(t: Tournament) -> tuple[Player, ...]:
    return stage_winners(t) if t.end is not None else ()
