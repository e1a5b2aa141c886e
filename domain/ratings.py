"""Ratings of players, computed from their matches in the order of their ends.

The model is Plackett and Luce's, as Weng and Lin update it (Journal of Machine Learning Research 12, 2011),
by `openskill`. It takes any number of sides with any number of players each. Ratings are a fold, so a
corrected result changes all later ones. The rating that seeded a player stays in the facts of the tournament.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

from msgspec import Struct
from openskill.models import PlackettLuce, PlackettLuceRating

from .published import Instant

Player: TypeAlias = str

CENTRE = 1500
"""The rating of a player without matches."""
UNIT = 24
"""Points of a rating per point of the model, with its initial ratings of 25 ± 25/3."""
PROVISIONAL = 120
"""A rating with a larger deviation is provisional."""

_MODEL = PlackettLuce()


class RatedMatch(NamedTuple):
    """A match that counts for ratings, with each side's players and rank, 1 for the best.

    `at` is the time of its end, in milliseconds since 1970.
    """

    match: str
    at: int
    sides: tuple[tuple[Player, ...], ...]
    places: tuple[int, ...]


class PlayerRating(Struct, frozen=True):
    """The strength of a player, in points around `CENTRE`, with the standard `deviation`."""

    rating: int
    deviation: int

    @property
    def is_provisional(self) -> bool:
        """Whether it says little yet."""
        return self.deviation > PROVISIONAL


class RatingStep(Struct, frozen=True):
    """The rating of a player after a match, and the time of its end."""

    match: str
    at: Instant
    rating: PlayerRating


def rating_curves(matches: Iterable[RatedMatch]) -> dict[Player, list[RatingStep]]:
    """Returns the rating of every player after each match, in the order of their ends."""
    current: dict[Player, PlackettLuceRating] = {}
    steps: dict[Player, list[RatingStep]] = {}
    for match in matches:
        teams = [[current.get(player) or _MODEL.rating() for player in side] for side in match.sides]
        rated = _MODEL.rate(teams, ranks=[float(rank) for rank in match.places])
        for side, ratings in zip(match.sides, rated, strict=True):
            for player, updated in zip(side, ratings, strict=True):
                current[player] = updated
                points = round(CENTRE + UNIT * (updated.mu - _MODEL.mu))
                step = RatingStep(match.match, match.at, PlayerRating(points, round(UNIT * updated.sigma)))
                steps.setdefault(player, []).append(step)
    return steps
