"""Standings: what many matches add up to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from math import sqrt
from typing import NamedTuple

from .balance import UNFINISHED, Played

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
        return max(0.0, centre - half), min(1.0, centre + half)


class Standings(NamedTuple):
    """The matches with one number of seats, added up.

    `shares` of wins are by what they are of (`character`, `seat`, `turn`, `leading`), then by name; `counts`
    by what was counted (`felled`, `slot`, `ending`), then by name; `lengths`, of finished matches only, by
    what was measured (`rounds`, `answers`, `facts`, the game's own scores), then by number.
    """

    seats: int
    sides: int
    matches: int
    shares: dict[str, dict[str, Share]]
    counts: dict[str, Counter[str]]
    lengths: dict[str, Counter[int]]

    @property
    def fair(self) -> float:
        """The share of wins of everyone if all sides were equal."""
        return 1 / self.sides

    @property
    def unfinished(self) -> int:
        """How many matches were given up."""
        return self.counts["ending"][UNFINISHED]

    def rows(self) -> Iterator[tuple[int, str, str, int, int | str]]:
        """Yields all as rows: seats, what, who or how many, how often, and how many of those were won."""
        for what, shares in self.shares.items():
            yield from ((self.seats, what, name, share.of, share.won) for name, share in shares.items())
        for what, counted in self.counts.items():
            yield from ((self.seats, what, name, count, "") for name, count in sorted(counted.items()))
        for what, measured in self.lengths.items():
            yield from ((self.seats, what, str(n), count, "") for n, count in sorted(measured.items()))


def standings(played: Iterable[Played]) -> tuple[Standings, ...]:
    """Returns what *played* adds up to, for each number of seats, the smallest first."""
    by_seats: dict[int, list[Played]] = {}
    for match in played:
        by_seats.setdefault(len(match.cast), []).append(match)
    return tuple(_added_up(by_seats[seats]) for seats in sorted(by_seats))


def together(told: Iterable[Standings], what: str) -> dict[str, Share]:
    """Returns the shares of *what*, by name, over all numbers of seats."""
    shares: dict[str, Share] = {}
    for one in told:
        for name, share in one.shares.get(what, {}).items():
            won, of = shares.get(name, Share(0, 0))
            shares[name] = Share(won + share.won, of + share.of)
    return shares


def fair_share(told: Iterable[Standings]) -> float:
    """Returns the share of wins of one of the cast if all sides were equal, over all numbers of seats."""
    of, won = 0, 0.0
    for one in told:
        concerned = sum(share.of for share in one.shares["character"].values())
        of += concerned
        won += concerned * one.fair
    return won / of


def _added_up(played: list[Played]) -> Standings:
    """Adds up matches with the same seats. One counts for each of its cast; a draw is won by nobody."""
    of: Counter[tuple[str, str]] = Counter()
    won: Counter[tuple[str, str]] = Counter()
    counts: dict[str, Counter[str]] = {}
    lengths: dict[str, Counter[int]] = {}
    for match in played:
        for key, seat in _concerned(match):
            of[key] += 1
            won[key] += seat in match.winners
        for what, name in _counted(match):
            counts.setdefault(what, Counter())[name] += 1
        for what, length in _measured(match):
            lengths.setdefault(what, Counter())[length] += 1
    shares: dict[str, dict[str, Share]] = {}
    for what, name in sorted(of):
        shares.setdefault(what, {})[name] = Share(won[what, name], of[what, name])
    return Standings(len(played[0].cast), played[0].sides, len(played), shares, counts, lengths)


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
    yield "ending", match.measures.ending
    for who in match.measures.felled:
        yield "felled", who
        if who in match.measures.order:
            yield "slot", str(match.measures.order.index(who) + 1)


def _measured(match: Played) -> Iterator[tuple[str, int]]:
    if match.measures.ending != UNFINISHED:
        yield "rounds", match.measures.rounds
        yield "answers", match.answers
        yield "facts", match.facts
        yield from match.measures.scores.items()
