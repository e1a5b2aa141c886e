"""Preparing a match (section 1 of the rules)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from ..core import Unplayable
from ..script import Script, choose, shuffle, under, verb
from ..words import Refusal, Seat
from . import facts
from .board import NOWHERE, Board, Figure, Options, Summoner
from .book import Book
from .turn import HAND_LIMIT, start_turn
from .verbs import T

TEAMS = (("SAM", "ALA"), ("GAS", "ARI"))
"""Chapter 1: blue and red (SA-102)."""
ORDER = ("SAM", "ARI", "ALA", "GAS")
"""Chapter 1: the turn-order tiles (SA-102)."""


def lay_out(options: Mapping[str, Any], seats: int, book: Book) -> Board:
    """Returns the board before anything happened; raises `Unplayable` for what no chapter allows."""
    try:
        chosen = msgspec.convert(options, Options)
    except msgspec.ValidationError as error:
        raise Unplayable(Refusal("SA-101", f"These options cannot be played: {error}.")) from error
    if seats != 2:
        told = f"Chapter {chosen.chapter} is played by 2 Summoners, not {seats}."
        raise Unplayable(Refusal("SA-101", told))
    if missing := [who for who in ORDER if who not in book.characters]:
        raise Unplayable(Refusal("SA-102", f"The card set lacks {', '.join(missing)}."))
    figures = {
        who: Figure(seat, NOWHERE, book.characters[who].hp, {})
        for seat, team in enumerate(TEAMS)
        for who in team
    }
    return Board(chosen, figures, (Summoner(), Summoner()), ORDER)


def prepare(t: T) -> Script[None]:
    """Sets the figures up, shuffles, draws the hands, and begins the first round."""
    for seat, team in enumerate(TEAMS):
        yield from place(t, seat, team)
    for seat, team in enumerate(TEAMS):
        yield from deal_hand(t, seat, tuple(card for who in team for card in t.book.deck(who)))
    yield from under(t, "SA-201", _first_round())
    yield from start_turn(t, t.board.order[0])


def _first_round() -> Script[None]:
    yield facts.RoundBegan(1)


@verb("SA-104")
def place(t: T, seat: Seat, team: tuple[str, ...]) -> Script[None]:
    """Stands a team on the two starting spaces of its end closest to the centre, as its Summoner says."""
    free = t.book.arena.nearest[seat]
    for who in team:
        for space in (yield from choose(seat, "place", free, about=who)):
            yield facts.CharacterPlaced(who, space)
            free = tuple(other for other in free if other != space)


@verb("SA-114")
def deal_hand(t: T, seat: Seat, cards: tuple[str, ...]) -> Script[None]:
    """Shuffles the decks of a Summoner's characters into one and draws the hand."""
    yield facts.DeckShuffled(seat, (yield from shuffle(cards)))
    for card in t.board.summoners[seat].deck[:HAND_LIMIT]:
        yield facts.CardDrawn(seat, card)
