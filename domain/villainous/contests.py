"""Who can be played against whom, and what a finished match is measured by."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import permutations

from ..contest import Lineup, Measures
from ..words import Fact
from .book import Book
from .facts import HeroDefeated, ObjectiveFulfilled, TurnBegan


def lineups(book: Book) -> Iterator[Lineup]:
    """Yields every two Villains, both ways round."""
    for pair in permutations(book.villains, 2):
        yield Lineup({"villains": pair}, tuple((who,) for who in pair))


def measures(facts: Iterable[Fact]) -> Measures:
    """Returns the rounds of a match, the rule that ended it, and the defeated Heroes; seats act in order."""
    turns, seats, ending = 0, {0}, ""
    felled: list[str] = []
    for fact in facts:
        match fact.event:
            case TurnBegan(seat, number):
                turns = number
                seats.add(seat)
            case ObjectiveFulfilled():
                ending = fact.rule
            case HeroDefeated(_, hero):
                felled.append(hero)
    return Measures(-(-turns // len(seats)), (), ending, tuple(felled))
