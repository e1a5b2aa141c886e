"""Who can be played against whom, and what a match is measured by."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from ..contest import Lineup, Measures
from ..table import MatchOpened
from ..words import Fact
from .book import Book
from .facts import HeroDefeated, ObjectiveFulfilled, TurnBegan


def lineups(book: Book, seats: int) -> Iterator[Lineup]:
    """Yields every choice of *seats* Villains, as often as there are seats: each of them begins once."""
    for chosen in combinations(book.villains, seats):
        for first in range(seats):
            around = chosen[first:] + chosen[:first]
            yield Lineup({"villains": around}, tuple((who,) for who in around), sides=seats)


def measures(facts: Iterable[Fact]) -> Measures:
    """Returns a match's rounds of turns (VI-020), the rule that ended it, and the defeated Heroes."""
    turns, seats, ending = 0, 1, ""
    felled: list[str] = []
    for fact in facts:
        match fact.event:
            case MatchOpened():
                seats = fact.event.seats
            case TurnBegan():
                turns += 1
            case HeroDefeated():
                felled.append(fact.event.hero)
            case ObjectiveFulfilled():
                ending = fact.rule
    return Measures(-(-turns // seats), (), ending, tuple(felled), {})
