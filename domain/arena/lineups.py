"""Lineups and measures of matches for balance studies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import TypeAlias

from ..lineups import CardsHandled, Lineup, Measures
from ..model import Event, Fact
from ..table import MatchEnded
from .book import Book
from .facts import (
    CardCode,
    CardDrawn,
    CardPlayed,
    CharacterKnockedOut,
    DeckShuffled,
    FigureId,
    FinalRoundCalled,
    HandTakenBack,
    RoundBegan,
    TurnOrderSet,
)
from .play.setup import CHARACTERS_PER_SEAT

Hands: TypeAlias = tuple[tuple[FigureId, ...], ...]
"""Each seat's characters."""


def list_lineups(book: Book, seats: int) -> Iterator[Lineup]:
    """Yields every distribution of characters among *seats* without copies, for all rules."""
    for hands in _distribute_characters(tuple(book.characters), seats, CHARACTERS_PER_SEAT[seats]):
        yield Lineup({"chapter": 4, "teams": hands}, hands, sides=2)


def _distribute_characters(available: tuple[FigureId, ...], seats: int, per_seat: int) -> Iterator[Hands]:
    if not seats:
        yield ()
        return
    for hand in combinations(available, per_seat):
        remaining = tuple(code for code in available if code not in hand)
        yield from (
            (hand, *other_hands) for other_hands in _distribute_characters(remaining, seats - 1, per_seat)
        )


def measure_match(facts: Iterable[Fact]) -> Measures:
    """Returns the rounds, turn order, final rule, knock-outs and scores of a match."""
    rounds, ending = 0, ""
    order: tuple[FigureId, ...] = ()
    felled: list[FigureId] = []
    scores: dict[str, int] = {}
    for fact in facts:
        match fact.event:
            case RoundBegan(number):
                rounds = number
            case TurnOrderSet(tiles):
                order = tiles
            case FinalRoundCalled():
                ending = fact.rule
            case CharacterKnockedOut(figure_id):
                felled.append(figure_id)
            case MatchEnded(_, points):
                scores = {"VP of the winner": max(points), "VP of the loser": min(points)}
    return Measures(rounds, order, ending, tuple(felled), scores)


def cards_handled(event: Event, book: Book) -> CardsHandled | None:
    """Returns the battle cards that a Summoner draws or plays in *event*, or `None`."""
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


def _first_copies(cards: tuple[CardCode, ...], book: Book) -> tuple[CardCode, ...]:
    """Returns for each of *cards* the first of its copies, and nothing for an unseen one."""
    return tuple(book.cards[card].printed.ids[0] for card in cards if card)
