"""Searches the list of tournaments, and caches their winners.

There are no winners before the end or for a vacant first place.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import inf
from typing import NamedTuple

import msgspec

from domain.tournament.decision.winners import stage_winners
from domain.tournament.facts import Player
from domain.tournament.state import Tournament
from projections.tournament_entries import EnteredTournaments
from projections.tournaments import ListedTournament, State, TournamentList
from projections.versions import VersionedViews

from ...caches import LruCache
from ...shared.registry import Registry
from ..repository import TournamentRepository


class TournamentFilter(NamedTuple):
    """A filter of tournaments; empty fields match all. `text` is part of a title in any case.

    One of `players` is registered, alone or in a team, and one of `winners` has won. Times are in
    milliseconds since 1970, for the opening and for the end.
    """

    game: str | None = None
    state: State | None = None
    text: str = ""
    opened_since: float = 0
    opened_until: float = inf
    players: frozenset[str] | None = None
    winners: frozenset[str] | None = None
    ended_since: float = 0
    ended_until: float = inf

    @property
    def asks_for_end(self) -> bool:
        """Whether only ended tournaments can match."""
        return self.winners is not None or self.ended_since > 0 or self.ended_until < inf

    def matches_entry(self, entry: ListedTournament) -> bool:
        """Returns whether *entry* matches, without regard to players."""
        return (
            self.game in (None, entry.game)
            and self.state in (None, entry.state)
            and self.text.casefold() in entry.title.casefold()
            and self.opened_since <= entry.opened <= self.opened_until
            and (not self.asks_for_end or entry.state == "over")
            and (not self.asks_for_end or self.ended_since <= entry.ended <= self.ended_until)
        )


class TournamentPage(NamedTuple):
    """Tournaments, the newest first; `next` is the last id, if more may follow."""

    tournaments: list[ListedTournament]
    next: str | None


def search_tournaments(
    services: Registry, tournament_filter: TournamentFilter, after: str, limit: int
) -> TournamentPage:
    """Returns up to *limit* matching tournaments with ids below *after*, `""` for the top."""

    def select_tournament(view: bytes) -> ListedTournament | None:
        entry = msgspec.json.decode(view, type=ListedTournament)
        is_included = tournament_filter.matches_entry(entry)
        return entry if is_included and _has_people(services, tournament_filter, entry.tournament) else None

    return TournamentPage(
        *services[VersionedViews].search(TournamentList.name, after, limit, select_tournament)
    )


def find_entries(services: Registry, tournaments: Iterable[str]) -> list[ListedTournament]:
    """Returns the entries of *tournaments* in their order."""
    views = [services[VersionedViews].get(TournamentList.name, tournament) for tournament in tournaments]
    return [msgspec.json.decode(view, type=ListedTournament) for view in views if view is not None]


def _has_people(services: Registry, tournament_filter: TournamentFilter, tournament: str) -> bool:
    """Returns whether a tournament has the filter's players and winners."""
    views, name = services[VersionedViews], EnteredTournaments.name
    entered = tournament_filter.players is None or any(
        views.get(name, f"{player}/{tournament}") is not None for player in tournament_filter.players
    )
    if not entered or tournament_filter.winners is None:
        return entered
    return not tournament_filter.winners.isdisjoint(services[Winners].winning_people(tournament))


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
