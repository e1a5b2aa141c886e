"""Chances that a search finds: the mean of all its passes, and how far it may be off.

The passes of a search go through a few imagined worlds: ways in which the hidden cards may lie, each with
what chance does in it. Worlds are drawn independently, passes through one of them are not; so it is worlds
that an interval counts (a mean of clusters), with Student's t for so few.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from math import sqrt
from statistics import mean
from typing import NamedTuple, TypeAlias

from domain.model import Seat

Chances: TypeAlias = tuple[float, ...]
"""Of each seat, to be on the side that wins; those of all sides come to 1."""

Interval: TypeAlias = tuple[float, float]
"""Between which a chance lies with 95 % confidence."""

STUDENT = (12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36)
"""Standard errors to either side of an interval of 95 %, for 2 worlds, 3 and so on."""

SHARED = 2.0
"""So many times as wide as its worlds tell an interval is: they share a tree, which grows otherwise in every
search. It was measured: `ops/bench intervals`."""

UNKNOWN: Interval = (0.0, 1.0)


class Estimate(NamedTuple):
    """The chances of all passes together, and those of each world, with its number of passes."""

    chances: Chances
    worlds: Mapping[int, tuple[int, Chances]]

    @property
    def intervals(self) -> tuple[Interval, ...]:
        """Where the chances of each seat lie."""
        return tuple(
            _around(chance, [(passes, found[seat]) for passes, found in self.worlds.values()], UNKNOWN)
            for seat, chance in enumerate(self.chances)
        )

    def above(self, other: Estimate, seat: Seat) -> Interval:
        """Returns by how much more *seat* has here than in *other*: worlds are compared with themselves."""
        gaps = [
            (1, found[seat] - other.worlds[number][1][seat])
            for number, (_, found) in self.worlds.items()
            if number in other.worlds
        ]
        return _around(self.chances[seat] - other.chances[seat], gaps, (-1.0, 1.0))


def estimate(sides: Sequence[Sequence[Seat]], ends: Mapping[int, Sequence[Mapping[Seat, float]]]) -> Estimate:
    """Returns what *ends*, the chances after the passes through each world, come to."""
    worlds = {number: (len(found), even(sides, found)) for number, found in ends.items()}
    return Estimate(even(sides, chain.from_iterable(ends.values())), worlds)


def even(sides: Sequence[Sequence[Seat]], ends: Iterable[Mapping[Seat, float]]) -> Chances:
    """Returns the mean chances of *ends*, so that those of all *sides* come to 1."""
    all_ends = [*ends]
    one_each = [mean(end[side[0]] for end in all_ends) for side in sides]
    whole = sum(one_each)
    share = {seat: chance / whole for side, chance in zip(sides, one_each, strict=True) for seat in side}
    return tuple(share[seat] for seat in sorted(share))


def _around(middle: float, found: Sequence[tuple[int, float]], most: Interval) -> Interval:
    """Returns the interval of a mean around *middle*, as far as values *found*, with their weights, tell."""
    if len(found) < 2:
        return most
    whole, count = sum(weight for weight, _ in found), len(found)
    centre = sum(weight * value for weight, value in found) / whole
    spread = sum((weight / whole * (value - centre)) ** 2 for weight, value in found)
    half = SHARED * STUDENT[min(count - 2, len(STUDENT) - 1)] * sqrt(spread * count / (count - 1))
    return max(most[0], middle - half), min(most[1], middle + half)
