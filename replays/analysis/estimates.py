"""Estimates winning chances with intervals from the passes of a search.

The passes go through a few sampled worlds. Worlds are independent, passes through one world are not. The
interval therefore treats worlds as clusters, with Student's t for their small number.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, pairwise
from math import sqrt
from statistics import mean
from typing import Any, NamedTuple, TypeAlias

from domain.games import Game
from domain.model import Seat

from ..playback.replay import Replay

Chances: TypeAlias = tuple[float, ...]
"""The winning chance of each seat; those of all sides sum to 1."""

Interval: TypeAlias = tuple[float, float]
"""The bounds of a 95 % confidence interval."""

STUDENT_T_95 = (12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36)
"""Standard errors on each side of a 95 % interval, for 2 worlds, 3 and so on."""

INTERVAL_FACTOR = 2.0
"""The widening for worlds that share one tree, as measured once."""

UNKNOWN: Interval = (0.0, 1.0)


class Estimate(NamedTuple):
    """The chances over all passes, and for each world its number of passes and chances."""

    chances: Chances
    worlds: Mapping[int, tuple[int, Chances]]

    @property
    def intervals(self) -> tuple[Interval, ...]:
        """The interval of each seat's chances."""
        return tuple(
            _interval_around(
                chance, [(passes, chances[seat]) for passes, chances in self.worlds.values()], UNKNOWN
            )
            for seat, chance in enumerate(self.chances)
        )

    def difference_to(self, other: Estimate, seat: Seat) -> Interval:
        """Returns the interval of the difference to *other*, paired by world."""
        differences = [
            (1, chances[seat] - other.worlds[number][1][seat])
            for number, (_, chances) in self.worlds.items()
            if number in other.worlds
        ]
        return _interval_around(self.chances[seat] - other.chances[seat], differences, (-1.0, 1.0))


def estimate_chances(
    sides: Sequence[Sequence[Seat]], ends: Mapping[int, Sequence[Mapping[Seat, float]]]
) -> Estimate:
    """Returns the estimate from the chances at the end of each pass, by world."""
    worlds = {number: (len(chances), mean_chances(sides, chances)) for number, chances in ends.items()}
    return Estimate(mean_chances(sides, chain.from_iterable(ends.values())), worlds)


def mean_chances(sides: Sequence[Sequence[Seat]], ends: Iterable[Mapping[Seat, float]]) -> Chances:
    """Returns the mean chances, scaled so that all *sides* sum to 1."""
    all_ends = [*ends]
    side_chances = [mean(end[side[0]] for end in all_ends) for side in sides]
    total = sum(side_chances)
    share = {seat: chance / total for side, chance in zip(sides, side_chances, strict=True) for seat in side}
    return tuple(share[seat] for seat in sorted(share))


def _interval_around(
    middle: float, weighted_values: Sequence[tuple[int, float]], bounds: Interval
) -> Interval:
    """Returns the interval around *middle* from weighted values, within *bounds*."""
    if len(weighted_values) < 2:
        return bounds
    total_weight, count = sum(weight for weight, _ in weighted_values), len(weighted_values)
    centre = sum(weight * value for weight, value in weighted_values) / total_weight
    spread = sum((weight / total_weight * (value - centre)) ** 2 for weight, value in weighted_values)
    half = (
        INTERVAL_FACTOR
        * STUDENT_T_95[min(count - 2, len(STUDENT_T_95) - 1)]
        * sqrt(spread * count / (count - 1))
    )
    return max(bounds[0], middle - half), min(bounds[1], middle + half)


STRIDE = 32
"""The number of facts between two evaluations in the first pass."""


def find_turning_point(game: Game, replay: Replay[Any, Any]) -> int:
    """Returns the first fact with the largest change; 0 if nothing changed.

    It lies before the last answer, which decides, and after the first turn if anything changed later.
    """
    last = replay.ply(max(0, len(replay.plies) - 2)).seq
    turns = [(match.seq, replay.rules.turn_number(match.position.board)) for match in replay]
    for first_turn, default in ((2, last), (1, 1)):
        first = next((seq for seq, turn in turns if turn >= first_turn), default)
        line = [seq for seq in replay.line if first <= seq <= last]
        end = _largest_change(game, replay, [*line[::STRIDE], *line[-1:]])
        index = line.index(end) if end else 0
        if found := _largest_change(game, replay, line[max(0, index - STRIDE) : index + 1]):
            return found
    return 0


def _largest_change(game: Game, replay: Replay[Any, Any], seqs: Iterable[int]) -> int:
    """Returns the element of *seqs* with the largest change from its predecessor; 0 if none."""
    leads = [(seq, seat_leads(game, replay, seq)) for seq in seqs]
    swings = [
        (max((abs(new - old) for new, old in zip(after, before, strict=True)), default=0.0), -seq)
        for (_, before), (seq, after) in pairwise(leads)
    ]
    swing, seq = max(swings, default=(0.0, 0))
    return -seq if swing else 0


def seat_leads(game: Game, replay: Replay[Any, Any], seq: int) -> list[float]:
    """Returns the lead of each seat over the best seat of other sides after fact *seq*."""
    match = replay.at(seq)
    board, book = match.position.board, replay.rules.book
    scores = [game.evaluate(board, book, seat) for seat in range(len(match.players))]
    mates = {seat: side for side in replay.rules.list_sides(board) for seat in side}
    return [
        own - max((score for other, score in enumerate(scores) if other not in mates[seat]), default=0.0)
        for seat, own in enumerate(scores)
    ]
