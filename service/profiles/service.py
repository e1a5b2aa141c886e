"""Profiles of players and ratings of all accounts."""

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

PAGE_SIZE = 500
"""Entries in one read."""
CACHE_SECONDS = 60.0
"""Largest age of ratings; those of 10,000 matches take 0.7 s."""
LAST_KEY = "~"
"""Text that sorts after all ids."""


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
    """Profiles from the projections. Threads may share it."""

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
        self._computed_at = float("-inf")

    def load_profile(self, player: str, matches: Sequence[PlayedMatch] | None = None) -> Profile:
        """Returns the profile of a player, from *matches* if given; raises `UnknownPlayer`."""
        player_record = self._accounts.load_player(player)
        played_matches = [*self.scan_matches(player)] if matches is None else matches
        curve = tuple(self.rating_curves().get(player, ()))
        return Profile(
            player_record,
            by_game(played_matches),
            by_character(played_matches),
            tuple(self.scan_tournaments(player)),
            curve,
        )

    def scan_matches(self, player: str, after: str = "") -> Iterator[PlayedMatch]:
        """Yields the finished matches of a player, newest first, from below *after*."""
        entries = self._scan_entries(MatchViews.name, f"{player}/", PlayedMatch, after)
        return (played_match for played_match in entries if played_match.result is not None)

    def scan_tournaments(self, player: str, after: str = "") -> Iterator[EnteredTournament]:
        """Yields the tournaments of a player, newest first, from below *after*."""
        return self._scan_entries(EnteredTournaments.name, f"{player}/", EnteredTournament, after)

    def rating_curves(self) -> dict[str, list[RatingStep]]:
        """Returns the ratings of all accounts after each match, at most `CACHE_SECONDS` old.

        While one thread computes them, the others get the previous ones.
        """
        if self._now() - self._computed_at > CACHE_SECONDS and self._lock.acquire(blocking=not self._curves):
            try:
                if self._now() - self._computed_at > CACHE_SECONDS:  # nobody has, while this one waited
                    self._curves = rating_curves(self._rated_matches())
                    self._computed_at = self._now()
            finally:
                self._lock.release()
        return self._curves

    def _rated_matches(self) -> list[RatedMatch]:
        """Returns every rated match among accounts, in the order of their ends."""
        rated: dict[str, RatedMatch] = {}
        for played_match in self._scan_entries(MatchViews.name, PLAYERS, PlayedMatch):
            if played_match.rated and played_match.result is not None and played_match.match not in rated:
                sides = played_match.result.sides
                players = tuple(tuple(player or "" for player in side.players) for side in sides)
                places = tuple(side.place for side in sides)
                rated[played_match.match] = RatedMatch(
                    played_match.match, played_match.result.ended, players, places
                )
        people = self._people.load_records(
            player for match in rated.values() for side in match.sides for player in side
        )

        def counts(match: RatedMatch) -> bool:
            return all(people[player].account for side in match.sides for player in side)

        return sorted(filter(counts, rated.values()), key=lambda match: (match.at, match.match))

    def _scan_entries(self, name: str, prefix: str, kind: type[E], upper_key: str = "") -> Iterator[E]:
        """Yields the entries under keys with *prefix* in descending order, from below *upper_key*."""
        after, has_more = prefix + (upper_key or LAST_KEY), True
        while has_more:
            page = self._views.scan(name, after, PAGE_SIZE)
            for after, view in page:
                if not after.startswith(prefix):
                    return
                yield msgspec.json.decode(view, type=kind)
            has_more = len(page) == PAGE_SIZE
