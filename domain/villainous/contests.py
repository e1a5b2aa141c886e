"""Line-ups for balance studies, and the measures of a match."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from ..lineups import CardsHandled, Lineup, Measures
from ..model import Event, Fact
from ..table import MatchOpened
from .book import Book
from .facts import Card, CardPlayed, CardsDrawn, DeckShuffled, HeroDefeated, ObjectiveFulfilled, TurnBegan


def list_lineups(book: Book, seats: int) -> Iterator[Lineup]:
    """Yields every choice of *seats* Villains, once with each of them first."""
    for villains in combinations(book.villains, seats):
        for first in range(seats):
            order = villains[first:] + villains[:first]
            yield Lineup({"villains": order}, tuple((villain,) for villain in order), sides=seats)


def measure_match(facts: Iterable[Fact]) -> Measures:
    """Returns a match's rounds (VI-020), the rule that ended it, and the defeated Heroes."""
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


def cards_handled(event: Event, book: Book) -> CardsHandled | None:
    """Returns the movement of a seat's Villain cards in *event*, if any.

    A reshuffled discard pile is no new deck, and a played Fate card is not the seat's.
    """
    match event:
        case DeckShuffled(seat, "villain", cards):
            return CardsHandled(seat, "deck", _printed_ids(cards, book))
        case CardsDrawn(seat, "villain", cards):
            return CardsHandled(seat, "drawn", _printed_ids(cards, book))
        case CardPlayed(seat, card):
            return CardsHandled(seat, "played", _printed_ids((card,), book))
    return None


def _printed_ids(cards: tuple[Card, ...], book: Book) -> tuple[str, ...]:
    """Returns the printed ids of *cards*, shared by their copies, and none of an unseen one."""
    return tuple(book.cards[card].id for card in cards if card)
