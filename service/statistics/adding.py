"""Adding up: what many matches tell together."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from itertools import permutations
from statistics import median

from projections.statistics import CountedMatch
from replays.research.standings import Share

from .comparing import Stratified
from .model import (
    CardRate,
    ChapterRate,
    CharacterRate,
    LengthRate,
    MonthRate,
    PairRate,
    SeatRate,
    Statistics,
    WinRate,
    win_rate,
)

LENGTHS = 8
"""Into how many ranges lengths are divided at most."""


class _Shares:
    """Shares of wins by whatever they are of."""

    def __init__(self) -> None:
        self._won, self._of = Counter[Hashable](), Counter[Hashable]()

    def add(self, of: Hashable, won: bool) -> None:
        self._of[of] += 1
        self._won[of] += won

    def __getitem__(self, of: Hashable) -> WinRate:
        return win_rate(Share(self._won[of], self._of[of]))


def add_up(game: str, matches: Sequence[CountedMatch]) -> Statistics:
    """Returns what *matches* of a game tell: in no order but their own, whatever order they come in."""
    counted_matches = [match for match in matches if match.won is not None]
    shares, months = _Shares(), Counter(_month(match) for match in matches)
    step = _step([match.turn for match in matches])
    lengths = Counter(match.turn // step for match in matches)
    chapters = Counter(match.chapter for match in matches)
    for match in counted_matches:
        for of, won in _concerned(match, step):
            shares.add(of, won)
    cast = sorted({who for match in matches for seat in match.seats for who in seat.characters})
    pairs = [(one, other) for one, other in permutations(cast, 2) if shares["pair", one, other].of]
    sides = {len(match.seats): len(match.sides) for match in matches}
    return Statistics(
        game,
        len(matches),
        len(matches) - len(counted_matches),
        round(sum(1 / len(match.sides) for match in matches) / len(matches), 5) if matches else None,
        median(match.turn for match in matches) if matches else None,
        shares["first", ""],
        tuple(CharacterRate(who, shares["character", who]) for who in cast),
        tuple(PairRate(one, other, shares["pair", one, other]) for one, other in pairs),
        tuple(
            SeatRate(seats, seat, round(1 / sides[seats], 5), shares["seat", seats, seat])
            for seats in sorted(sides)
            for seat in range(seats)
        ),
        tuple(ChapterRate(one, chapters[one], shares["chapter", one]) for one in sorted(chapters)),
        tuple(
            LengthRate(one * step, (one + 1) * step - 1, lengths[one], shares["length", one])
            for one in sorted(lengths)
        ),
        tuple(
            MonthRate(
                month,
                months[month],
                tuple(
                    CharacterRate(who, shares["month", month, who])
                    for who in cast
                    if shares["month", month, who].of
                ),
            )
            for month in sorted(months)
        ),
        tuple(_cards(counted_matches)),
    )


def _step(turns: Sequence[int]) -> int:
    """Returns how many turns a range of lengths has."""
    return max(1, -(-(max(turns, default=0) + 1) // LENGTHS))


def _concerned(match: CountedMatch, step: int) -> Iterator[tuple[Hashable, bool]]:
    """Yields what a decided match counts for, and whether that has won it."""
    month = _month(match)
    cast = [[who for seat in side for who in match.seats[seat].characters] for side in match.sides]
    for place, side in enumerate(match.sides):
        won = place == match.won
        yield from ((("seat", len(match.seats), seat), won) for seat in side)
        for who in {*cast[place]}:
            yield ("character", who), won
            yield ("month", month, who), won
            others = {other for where, them in enumerate(cast) if where != place for other in them}
            yield from ((("pair", who, other), won) for other in others if other != who)
        if match.first in side:
            yield ("first", ""), won
            yield ("chapter", match.chapter), won
            yield ("length", match.turn // step), won


def _cards(counted_matches: Iterable[CountedMatch]) -> Iterator[CardRate]:
    opening, drawn, played = (defaultdict[str, Stratified](Stratified) for _ in range(3))
    for match in counted_matches:
        for place, side in enumerate(match.sides):
            for seat in (match.seats[number] for number in side):
                won, table = place == match.won, (len(match.seats), match.chapter)
                first, all_drawn, all_played = {*seat.drawn[: seat.opening]}, {*seat.drawn}, {*seat.played}
                for card in seat.deck:
                    opening[card].add((table, seat.opening), card in first, won)
                    drawn[card].add((table, len(seat.drawn)), card in all_drawn, won)
                    if card in all_drawn:
                        played[card].add((table, len(seat.played)), card in all_played, won)
    for card in sorted(opening):
        yield CardRate(card, opening[card].compare(), drawn[card].compare(), played[card].compare())


def _month(match: CountedMatch) -> str:
    return f"{datetime.fromtimestamp(match.ended / 1000, UTC):%Y-%m}"
