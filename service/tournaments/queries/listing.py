"""The list of tournaments, searched."""

from __future__ import annotations

from math import inf
from typing import NamedTuple

import msgspec

from projections.tournament_entries import EnteredTournaments
from projections.tournaments import ListedTournament, State, TournamentList
from projections.versions import VersionedViews

from ...shared.registry import Registry
from .winners import Winners

PAGE = 200
"""How many entries are read at a time."""
PAGES = 25
"""How many pages one search looks through for entries that fit its filter."""


class TournamentFilter(NamedTuple):
    """What somebody looks for; empty: whatever there is. `text` is part of a title, whatever its case.

    `players` are ids of whom one was registered, alone or in a team, `winners` such of whom one has won.
    Times are in milliseconds since 1970: `since` and `until` of the opening, `ended_since` and `ended_until`
    of the end.
    """

    game: str | None = None
    state: State | None = None
    text: str = ""
    since: float = 0
    until: float = inf
    players: frozenset[str] | None = None
    winners: frozenset[str] | None = None
    ended_since: float = 0
    ended_until: float = inf

    @property
    def asks_for_end(self) -> bool:
        """Whether only tournaments that are over can fit."""
        return self.winners is not None or self.ended_since > 0 or self.ended_until < inf

    def fits(self, entry: ListedTournament) -> bool:
        """Tells whether this is what *entry* is, whoever plays in it."""
        return (
            self.game in (None, entry.game)
            and self.state in (None, entry.state)
            and self.text.casefold() in entry.title.casefold()
            and self.since <= entry.opened <= self.until
            and (not self.asks_for_end or entry.state == "over")
            and (not self.asks_for_end or self.ended_since <= entry.ended <= self.ended_until)
        )


class Found(NamedTuple):
    """Tournaments, the newest first; `next` is after which one to look for more, if there may be more."""

    tournaments: list[ListedTournament]
    next: str | None


def find(services: Registry, tournament_filter: TournamentFilter, after: str, limit: int) -> Found:
    """Returns up to *limit* tournaments that fit: those with ids below *after*, `""` for the top."""
    listed_tournaments: list[ListedTournament] = []
    for _ in range(PAGES):
        page = services[VersionedViews].scan(TournamentList.name, after, PAGE)
        for after, view in page:
            entry = msgspec.json.decode(view, type=ListedTournament)
            if tournament_filter.fits(entry) and _is_of(services, tournament_filter, entry.tournament):
                listed_tournaments.append(entry)
            if len(listed_tournaments) == limit:
                return Found(listed_tournaments, after)
        if len(page) < PAGE:
            return Found(listed_tournaments, None)
    return Found(listed_tournaments, after)


def _is_of(services: Registry, tournament_filter: TournamentFilter, tournament: str) -> bool:
    """Tells whether somebody is registered for a tournament, and has won it, who is looked for."""
    views, name = services[VersionedViews], EnteredTournaments.name
    entered = tournament_filter.players is None or any(
        views.get(name, f"{player}/{tournament}") is not None for player in tournament_filter.players
    )
    if not entered or tournament_filter.winners is None:
        return entered
    return not tournament_filter.winners.isdisjoint(services[Winners].people(tournament))
