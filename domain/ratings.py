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
"""Points of a rating per point of the model, whose ratings start with 25 ± 25/3."""
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
    def provisional(self) -> bool:
        """Whether it says little yet."""
        return self.deviation > PROVISIONAL


class RatingStep(Struct, frozen=True):
    """The rating of a player after a match, and the time of its end."""

    match: str
    at: Instant
    rating: PlayerRating


def rating_curves(matches: Iterable[RatedMatch]) -> dict[Player, list[RatingStep]]:
    """Returns the rating of every player after each match, in the order of their ends."""
    known: dict[Player, PlackettLuceRating] = {}
    steps: dict[Player, list[RatingStep]] = {}
    for played in matches:
        teams = [[known.get(who) or _MODEL.rating() for who in side] for side in played.sides]
        rated = _MODEL.rate(teams, ranks=[float(place) for place in played.places])
        for side, ratings in zip(played.sides, rated, strict=True):
            for who, now in zip(side, ratings, strict=True):
                known[who] = now
                points = round(CENTRE + UNIT * (now.mu - _MODEL.mu))
                step = RatingStep(played.match, played.at, PlayerRating(points, round(UNIT * now.sigma)))
                steps.setdefault(who, []).append(step)
    return steps
