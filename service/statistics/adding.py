"""Totals of many matches."""

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

MAX_LENGTH_RANGES = 8
"""Ranges of lengths."""


class _WinCounts:
    """Counts of wins by group."""

    def __init__(self) -> None:
        self._won, self._of = Counter[Hashable](), Counter[Hashable]()

    def add(self, of: Hashable, won: bool) -> None:
        self._of[of] += 1
        self._won[of] += won

    def __getitem__(self, of: Hashable) -> WinRate:
        return win_rate(Share(self._won[of], self._of[of]))


def add_up(game: str, matches: Sequence[CountedMatch]) -> Statistics:
    """Returns the statistics of *matches* of a game, independent of their order."""
    counted_matches = [match for match in matches if match.won is not None]
    shares, months = _WinCounts(), Counter(_month_of(match) for match in matches)
    step = _range_size([match.turn for match in matches])
    lengths = Counter(match.turn // step for match in matches)
    chapters = Counter(match.chapter for match in matches)
    for match in counted_matches:
        for of, won in _groups_of(match, step):
            shares.add(of, won)
    characters = sorted(
        {character for match in matches for seat in match.seats for character in seat.characters}
    )
    pairs = [
        (first_, second_)
        for first_, second_ in permutations(characters, 2)
        if shares["pair", first_, second_].of
    ]
    sides = {len(match.seats): len(match.sides) for match in matches}
    return Statistics(
        game,
        len(matches),
        len(matches) - len(counted_matches),
        round(sum(1 / len(match.sides) for match in matches) / len(matches), 5) if matches else None,
        median(match.turn for match in matches) if matches else None,
        shares["first", ""],
        tuple(CharacterRate(character, shares["character", character]) for character in characters),
        tuple(PairRate(first_, second_, shares["pair", first_, second_]) for first_, second_ in pairs),
        tuple(
            SeatRate(seats, seat, round(1 / sides[seats], 5), shares["seat", seats, seat])
            for seats in sorted(sides)
            for seat in range(seats)
        ),
        tuple(
            ChapterRate(first_, chapters[first_], shares["chapter", first_]) for first_ in sorted(chapters)
        ),
        tuple(
            LengthRate(first_ * step, (first_ + 1) * step - 1, lengths[first_], shares["length", first_])
            for first_ in sorted(lengths)
        ),
        tuple(
            MonthRate(
                month,
                months[month],
                tuple(
                    CharacterRate(character, shares["month", month, character])
                    for character in characters
                    if shares["month", month, character].of
                ),
            )
            for month in sorted(months)
        ),
        tuple(_card_rates(counted_matches)),
    )


def _range_size(turns: Sequence[int]) -> int:
    """Returns the number of turns in a range of lengths."""
    return max(1, -(-(max(turns, default=0) + 1) // MAX_LENGTH_RANGES))


def _groups_of(match: CountedMatch, step: int) -> Iterator[tuple[Hashable, bool]]:
    """Yields each group that a decided match counts for, with its win or loss."""
    month = _month_of(match)
    characters = [
        [character for seat in side for character in match.seats[seat].characters] for side in match.sides
    ]
    for index, side in enumerate(match.sides):
        won = index == match.won
        yield from ((("seat", len(match.seats), seat), won) for seat in side)
        for character in {*characters[index]}:
            yield ("character", character), won
            yield ("month", month, character), won
            others = {
                rival
                for other_index, rivals in enumerate(characters)
                if other_index != index
                for rival in rivals
            }
            yield from ((("pair", character, rival), won) for rival in others if rival != character)
        if match.first in side:
            yield ("first", ""), won
            yield ("chapter", match.chapter), won
            yield ("length", match.turn // step), won


def _card_rates(counted_matches: Iterable[CountedMatch]) -> Iterator[CardRate]:
    openings, draws, plays = (defaultdict[str, Stratified](Stratified) for _ in range(3))
    for match in counted_matches:
        for index, side in enumerate(match.sides):
            for seat in (match.seats[number] for number in side):
                won, table = index == match.won, (len(match.seats), match.chapter)
                first, all_drawn, all_played = {*seat.drawn[: seat.opening]}, {*seat.drawn}, {*seat.played}
                for card in seat.deck:
                    openings[card].count_seat((table, seat.opening), card in first, won)
                    draws[card].count_seat((table, len(seat.drawn)), card in all_drawn, won)
                    if card in all_drawn:
                        plays[card].count_seat((table, len(seat.played)), card in all_played, won)
    for card in sorted(openings):
        yield CardRate(card, openings[card].compare(), draws[card].compare(), plays[card].compare())


def _month_of(match: CountedMatch) -> str:
    return f"{datetime.fromtimestamp(match.ended / 1000, UTC):%Y-%m}"
