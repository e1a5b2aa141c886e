"""Profiles: what the views of matches tell of a player, and the ratings of all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from threading import Lock
from time import monotonic
from typing import TypeVar

import msgspec
from msgspec import Struct

from domain.ratings import RatedMatch, RatingStep, rating_curves
from projections.match_views import MatchViews
from projections.player_matches import PLAYERS, PlayedMatch
from projections.tournament_entries import EnteredTournament, EnteredTournaments
from projections.view_store import ViewStore

from ..identity.accounts import Accounts, Player
from ..identity.players import PlayerDirectory
from .model import CharacterRecord, GameRecord, by_character, by_game

E = TypeVar("E", PlayedMatch, EnteredTournament)

PAGE = 500
"""How many entries of matches are read at a time."""
FRESH = 60.0
"""Seconds that ratings may be behind: they are made of all matches of the service, 10,000 in 0.7 s."""
LAST = "~"
"""Sorts after every character of an id."""


class Profile(Struct, frozen=True):
    """A player: tournaments, matches by game and by character, and the rating after each rated match.

    Tournaments come the newest first, `curve` in the order in which matches ended. Matches count among
    players with accounts. A rating is Plackett and Luce's, around 1500, with its standard deviation.
    """

    player: Player
    games: tuple[GameRecord, ...]
    characters: tuple[CharacterRecord, ...]
    tournaments: tuple[EnteredTournament, ...]
    curve: tuple[RatingStep, ...]


class Profiles:
    """Reads the views of matches by player. Threads may share it."""

    def __init__(
        self,
        views: ViewStore,
        accounts: Accounts,
        people: PlayerDirectory,
        now: Callable[[], float] = monotonic,
    ) -> None:
        self._views, self._accounts, self._people, self._now = views, accounts, people, now
        self._lock = Lock()
        self._curves: dict[str, list[RatingStep]] = {}
        self._made = float("-inf")

    def of(self, player: str, matches: Sequence[PlayedMatch] | None = None) -> Profile:
        """Returns the profile of a player, whose *matches* may be known; raises `UnknownPlayer`."""
        known = self._accounts.load_player(player)
        played_matches = [*self.matches(player)] if matches is None else matches
        curve = tuple(self.curves().get(player, ()))
        return Profile(
            known,
            by_game(played_matches),
            by_character(played_matches),
            tuple(self.tournaments(player)),
            curve,
        )

    def matches(self, player: str, after: str = "") -> Iterator[PlayedMatch]:
        """Yields the matches of a player that have ended, the newest first: those with ids below *after*."""
        entries = self._entries(MatchViews.name, f"{player}/", PlayedMatch, after)
        return (played_match for played_match in entries if played_match.result is not None)

    def tournaments(self, player: str, after: str = "") -> Iterator[EnteredTournament]:
        """Yields the tournaments of a player, the newest first: those with ids below *after*."""
        return self._entries(EnteredTournaments.name, f"{player}/", EnteredTournament, after)

    def curves(self) -> dict[str, list[RatingStep]]:
        """Returns the ratings of all accounts after each of their matches, no older than `FRESH`.

        While somebody makes them anew, all others are told the former ones.
        """
        if self._now() - self._made > FRESH and self._lock.acquire(blocking=not self._curves):
            try:
                if self._now() - self._made > FRESH:  # nobody has, while this one waited
                    self._curves = rating_curves(self._rated())
                    self._made = self._now()
            finally:
                self._lock.release()
        return self._curves

    def _rated(self) -> list[RatedMatch]:
        """Returns every match among accounts that counts, in the order in which they ended."""
        rated: dict[str, RatedMatch] = {}
        for played_match in self._entries(MatchViews.name, PLAYERS, PlayedMatch):
            if played_match.rated and played_match.result is not None and played_match.match not in rated:
                sides = played_match.result.sides
                players = tuple(tuple(player or "" for player in side.players) for side in sides)
                places = tuple(side.place for side in sides)
                rated[played_match.match] = RatedMatch(
                    played_match.match, played_match.result.ended, players, places
                )
        people = self._people.load_records(
            who for match in rated.values() for side in match.sides for who in side
        )

        def counts(match: RatedMatch) -> bool:
            return all(people[who].account for side in match.sides for who in side)

        return sorted(filter(counts, rated.values()), key=lambda match: (match.at, match.match))

    def _entries(self, name: str, beginning: str, kind: type[E], below: str = "") -> Iterator[E]:
        """Yields what views show under keys that begin so, by descending key: those *below* an end of one."""
        after, more = beginning + (below or LAST), True
        while more:
            page = self._views.scan(name, after, PAGE)
            for after, view in page:
                if not after.startswith(beginning):
                    return
                yield msgspec.json.decode(view, type=kind)
            more = len(page) == PAGE
