"""Who can be played against whom, and what a finished match is measured by."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from ..contest import Lineup, Measures
from ..words import Fact
from .book import Book
from .facts import CharacterKnockedOut, FinalRoundCalled, RoundBegan, TurnOrderSet
from .setup import OWN


def lineups(book: Book) -> Iterator[Lineup]:
    """Yields every pair of teams head-to-head that have no character in common, with both seats for each."""
    for blue in combinations(book.characters, OWN[2]):
        for red in combinations(book.characters, OWN[2]):
            if not {*blue} & {*red}:
                yield Lineup({"teams": (blue, red)}, (blue, red))


def measures(facts: Iterable[Fact]) -> Measures:
    """Returns the rounds of a match, its turn order, the rule that ended it, and who was knocked out."""
    rounds, ending = 0, ""
    order: tuple[str, ...] = ()
    felled: list[str] = []
    for fact in facts:
        match fact.event:
            case RoundBegan(number):
                rounds = number
            case TurnOrderSet(tiles):
                order = tiles
            case FinalRoundCalled():
                ending = fact.rule
            case CharacterKnockedOut(who):
                felled.append(who)
    return Measures(rounds, order, ending, tuple(felled))
