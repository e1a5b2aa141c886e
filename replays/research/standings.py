"""Adds up the results of many matches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from math import sqrt
from typing import NamedTuple

from .balance import UNFINISHED, BalanceMatch

Z = 1.96
"""Standard deviations on each side of a 95 % interval."""


class Share(NamedTuple):
    """Won matches of all matches."""

    won: int
    of: int

    @property
    def rate(self) -> float:
        """The share of won matches."""
        return self.won / self.of

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the rate (Wilson's score interval)."""
        n, p = self.of, self.rate
        centre = (p + Z * Z / (2 * n)) / (1 + Z * Z / n)
        half = Z / (1 + Z * Z / n) * sqrt(p * (1 - p) / n + Z * Z / (4 * n * n))
        return max(0.0, centre - half), min(1.0, centre + half)


class Standings(NamedTuple):
    """The matches with one number of seats, added up.

    `shares` of wins are by kind (`character`, `seat`, `turn`, `leading`) and name; `counts` by kind
    (`felled`, `slot`, `ending`) and name; `lengths` of finished matches by kind (`rounds`, `answers`,
    `facts`, the game's own scores) and number.
    """

    seats: int
    sides: int
    matches: int
    shares: dict[str, dict[str, Share]]
    counts: dict[str, Counter[str]]
    lengths: dict[str, Counter[int]]

    @property
    def fair(self) -> float:
        """The share of wins of each side if all were equal."""
        return 1 / self.sides

    @property
    def unfinished(self) -> int:
        """The number of abandoned matches."""
        return self.counts["ending"][UNFINISHED]

    def rows(self) -> Iterator[tuple[int, str, str, int, int | str]]:
        """Yields all values as rows: seats, kind, name or number, count, and wins."""
        for kind, shares in self.shares.items():
            yield from ((self.seats, kind, name, share.of, share.won) for name, share in shares.items())
        for kind, counted in self.counts.items():
            yield from ((self.seats, kind, name, count, "") for name, count in sorted(counted.items()))
        for kind, measured in self.lengths.items():
            yield from ((self.seats, kind, str(n), count, "") for n, count in sorted(measured.items()))


def add_up_matches(matches: Iterable[BalanceMatch]) -> tuple[Standings, ...]:
    """Returns the standings for each number of seats, the smallest first."""
    by_seats: dict[int, list[BalanceMatch]] = {}
    for match in matches:
        by_seats.setdefault(len(match.cast), []).append(match)
    return tuple(_add_up_seats(by_seats[seats]) for seats in sorted(by_seats))


def combined_shares(standings: Iterable[Standings], kind: str) -> dict[str, Share]:
    """Returns the shares of one kind over all numbers of seats."""
    shares: dict[str, Share] = {}
    for entry in standings:
        for name, share in entry.shares.get(kind, {}).items():
            won, of = shares.get(name, Share(0, 0))
            shares[name] = Share(won + share.won, of + share.of)
    return shares


def fair_share(standings: Iterable[Standings]) -> float:
    """Returns the share of wins of a character if all sides were equal."""
    of, won = 0, 0.0
    for entry in standings:
        match_count = sum(share.of for share in entry.shares["character"].values())
        of += match_count
        won += match_count * entry.fair
    return won / of


def _add_up_seats(matches: list[BalanceMatch]) -> Standings:
    """Returns the standings of matches with the same seats; a draw has no winner."""
    of: Counter[tuple[str, str]] = Counter()
    won: Counter[tuple[str, str]] = Counter()
    counts: dict[str, Counter[str]] = {}
    lengths: dict[str, Counter[int]] = {}
    for match in matches:
        for key, seat in _counted_keys(match):
            of[key] += 1
            won[key] += seat in match.winners
        for kind, name in _ending_counts(match):
            counts.setdefault(kind, Counter())[name] += 1
        for kind, length in _match_lengths(match):
            lengths.setdefault(kind, Counter())[length] += 1
    shares: dict[str, dict[str, Share]] = {}
    for kind, name in sorted(of):
        shares.setdefault(kind, {})[name] = Share(won[kind, name], of[kind, name])
    return Standings(len(matches[0].cast), matches[0].sides, len(matches), shares, counts, lengths)


def _counted_keys(match: BalanceMatch) -> Iterator[tuple[tuple[str, str], int]]:
    """Yields the keys that a match counts for, each with the seat that must win."""
    of_whom = {character: seat for seat, cast in enumerate(match.cast) for character in cast}
    for character, seat in of_whom.items():
        yield ("character", character), seat
    for seat in range(len(match.cast)):
        yield ("seat", str(seat)), seat
    if order := match.measures.order:
        yield ("leading", order[0]), of_whom[order[0]]
        seats = dict.fromkeys(of_whom[character] for character in order)
        for turn, seat in enumerate(seats, 1):
            yield ("turn", str(turn)), seat


def _ending_counts(match: BalanceMatch) -> Iterator[tuple[str, str]]:
    yield "ending", match.measures.ending
    for character in match.measures.felled:
        yield "felled", character
        if character in match.measures.order:
            yield "slot", str(match.measures.order.index(character) + 1)


def _match_lengths(match: BalanceMatch) -> Iterator[tuple[str, int]]:
    if match.measures.ending != UNFINISHED:
        yield "rounds", match.measures.rounds
        yield "answers", match.answers
        yield "facts", match.facts
        yield from match.measures.scores.items()
