"""Ratings: how strong players are, as their matches say, in the order in which these ended.

The model is Plackett and Luce's, as Weng and Lin update it (Journal of Machine Learning Research 12, 2011),
by `openskill`: any number of sides, with any number of players each. A rating is a fold: with a result
corrected, the curve is made again, and what somebody was seeded by at the time stands in the facts of the
tournament.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

from msgspec import Struct
from openskill.models import PlackettLuce, PlackettLuceRating

from .published import Instant

Player: TypeAlias = str

CENTRE = 1500
"""The rating of whoever has played nothing."""
UNIT = 24
"""How many points of a rating make one of the model's, which begins with 25 ± 25/3."""
PROVISIONAL = 120
"""A rating with a larger deviation than this says little yet."""

_MODEL = PlackettLuce()


class RatedMatch(NamedTuple):
    """A match that counts: who played on each side, and the place of each, 1 for the best.

    `at` is when it ended, in milliseconds since 1970.
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


def curves(matches: Iterable[RatedMatch]) -> dict[Player, list[RatingStep]]:
    """Returns the rating of every player after each of their *matches*, in the order in which these ended."""
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
