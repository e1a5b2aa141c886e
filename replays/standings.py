"""Standings: what many matches add up to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from math import sqrt
from typing import NamedTuple

from .balance import Played

Z = 1.96
"""Standard deviations to either side of an interval of 95 %."""


class Share(NamedTuple):
    """How many of the matches that concern somebody were won."""

    won: int
    of: int

    @property
    def rate(self) -> float:
        """The part that was won."""
        return self.won / self.of

    @property
    def interval(self) -> tuple[float, float]:
        """Where the rate lies in truth, with 95 % confidence: Wilson's score interval."""
        n, p = self.of, self.rate
        centre = (p + Z * Z / (2 * n)) / (1 + Z * Z / n)
        half = Z / (1 + Z * Z / n) * sqrt(p * (1 - p) / n + Z * Z / (4 * n * n))
        return centre - half, centre + half


class Standings(NamedTuple):
    """Shares of wins by what they are of (`character`, `seat`, `turn`, `leading`), then by name; and numbers.

    `numbers` are counts by what was counted (`felled`, `slot`, `ending`) or measured (`rounds`, `answers`,
    `facts`, `winner`, `loser`: the Victory Points of both), then by name or value.
    """

    matches: int
    shares: dict[str, dict[str, Share]]
    numbers: dict[str, Counter[str]]

    def rows(self) -> Iterator[tuple[str, str, int, int | str]]:
        """Yields everything as rows: what, who or how many, how often, and how many of those were won."""
        for what, shares in self.shares.items():
            yield from ((what, name, share.of, share.won) for name, share in shares.items())
        for what, counted in self.numbers.items():
            ranked = sorted(counted.items(), key=lambda item: (len(item[0]), item[0]))
            yield from ((what, name, count, "") for name, count in ranked)


def standings(played: Iterable[Played]) -> Standings:
    """Returns what *played* adds up to. A match counts for each of its cast; a draw is won by nobody."""
    of: Counter[tuple[str, str]] = Counter()
    won: Counter[tuple[str, str]] = Counter()
    numbers: dict[str, Counter[str]] = {}
    matches = 0
    for match in played:
        matches += 1
        for key, seat in _concerned(match):
            of[key] += 1
            won[key] += seat in match.winners
        for what, name in _counted(match):
            numbers.setdefault(what, Counter())[name] += 1
    shares: dict[str, dict[str, Share]] = {}
    for what, name in sorted(of):
        shares.setdefault(what, {})[name] = Share(won[what, name], of[what, name])
    return Standings(matches, shares, numbers)


def _concerned(match: Played) -> Iterator[tuple[tuple[str, str], int]]:
    """Yields who and what a match counts for, each with the seat that has to win it."""
    of_whom = {who: seat for seat, cast in enumerate(match.cast) for who in cast}
    for who, seat in of_whom.items():
        yield ("character", who), seat
    for seat in range(len(match.cast)):
        yield ("seat", str(seat)), seat
    if order := match.measures.order:
        yield ("leading", order[0]), of_whom[order[0]]
        seats = dict.fromkeys(of_whom[who] for who in order)
        for turn, seat in enumerate(seats, 1):
            yield ("turn", str(turn)), seat


def _counted(match: Played) -> Iterator[tuple[str, str]]:
    rounds, order, ending, felled = match.measures
    yield "rounds", str(rounds)
    yield "answers", str(match.answers)
    yield "facts", str(match.facts)
    yield "winner", str(max(match.scores))
    yield "loser", str(min(match.scores))
    yield "ending", ending
    for who in felled:
        yield "felled", who
        if who in order:
            yield "slot", str(order.index(who) + 1)
