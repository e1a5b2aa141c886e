"""Winners of tournaments, cached: none before the end, and none where the last stage has none."""

from __future__ import annotations

from domain.tournament.decision.winners import stage_winners
from domain.tournament.facts import Player
from domain.tournament.state import Tournament

from ...shared.lru_cache import LruCache
from ..repository import TournamentRepository

CACHED = 1024
"""Of how many tournaments a process remembers who won."""


class Winners:
    """Who won the tournaments of the service, for one process. Threads may share it."""

    def __init__(self, repository: TournamentRepository) -> None:
        self._repository = repository
        self._known: LruCache[tuple[int, tuple[Player, ...]]] = LruCache(CACHED)

    def of(self, tournament: str) -> tuple[Player, ...]:
        """Returns who won, as it stands: nobody before the end; a team by its id. Raises as `get`."""
        t = self._repository.get(tournament)
        known = self._known.get(tournament)
        if known is None or known[0] != t.seq:
            known = self._known.put(tournament, (t.seq, _first(t)), unless=lambda kept: kept[0] > t.seq)
        return known[1]

    def people(self, tournament: str) -> frozenset[Player]:
        """Returns the same, with the members of a team that won."""
        players = self._repository.get(tournament).players
        won = self.of(tournament)
        return frozenset(
            (*won, *(member for player in won for member in players[player].registration.members))
        )


def _first(t: Tournament) -> tuple[Player, ...]:
    return stage_winners(t) if t.end is not None else ()
