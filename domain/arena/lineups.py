"""Who can be played against whom, and what a match is measured by."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import TypeAlias

from ..lineups import CardsHandled, Lineup, Measures
from ..model import Event, Fact
from ..table import MatchEnded
from .book import Book
from .facts import (
    Card,
    CardDrawn,
    CardPlayed,
    CharacterKnockedOut,
    DeckShuffled,
    FinalRoundCalled,
    HandTakenBack,
    RoundBegan,
    TurnOrderSet,
    Who,
)
from .setup import CHARACTERS_PER_SEAT

Hands: TypeAlias = tuple[tuple[Who, ...], ...]
"""Each seat's characters."""


def list_lineups(book: Book, seats: int) -> Iterator[Lineup]:
    """Yields every way to share out characters among *seats*, nobody twice, for all the rules there are."""
    for hands in _distribute(tuple(book.characters), seats, CHARACTERS_PER_SEAT[seats]):
        yield Lineup({"chapter": 4, "teams": hands}, hands, sides=2)


def _distribute(free: tuple[Who, ...], seats: int, own: int) -> Iterator[Hands]:
    if not seats:
        yield ()
        return
    for mine in combinations(free, own):
        left = tuple(who for who in free if who not in mine)
        yield from ((mine, *others) for others in _distribute(left, seats - 1, own))


def measure_match(facts: Iterable[Fact]) -> Measures:
    """Returns a match's rounds, turn order, the rule that ended it, who was knocked out, and both scores."""
    rounds, ending = 0, ""
    order: tuple[Who, ...] = ()
    felled: list[Who] = []
    scores: dict[str, int] = {}
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
            case MatchEnded(_, points):
                scores = {"VP of the winner": max(points), "VP of the loser": min(points)}
    return Measures(rounds, order, ending, tuple(felled), scores)


def cards_handled(event: Event, book: Book) -> CardsHandled | None:
    """Returns what *event* tells of the battle cards of a Summoner, if it does."""
    match event:
        case DeckShuffled(seat, cards):
            return CardsHandled(seat, "deck", _first_copies(cards, book))
        case CardDrawn(seat, card):
            return CardsHandled(seat, "drawn", _first_copies((card,), book))
        case CardPlayed(seat, card):
            return CardsHandled(seat, "played", _first_copies((card,), book))
        case HandTakenBack(seat):
            return CardsHandled(seat, "dealt anew", ())
    return None


def _first_copies(cards: tuple[Card, ...], book: Book) -> tuple[Card, ...]:
    """Returns for each of *cards* the first of its copies."""
    return tuple(book.cards[card].printed.ids[0] for card in cards)
