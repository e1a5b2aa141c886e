"""The actions of the board's symbols: what could be picked for each, and what it does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias

from ..script import Script, verb
from ..words import Picks, Seat
from . import realm, verbs
from .board import Board
from .book import ActionName, Book, Symbol, T

Options: TypeAlias = Callable[[Board, Book, Seat, Symbol], Picks]


class Action(NamedTuple):
    """An action: the word people say, what may follow the word, and the script that is told what did.

    `of_hand` marks an action whose options are a secret of the hand: that it has none is not let on.
    """

    word: str
    options: Options
    perform: Callable[[T, Seat, str], Script[None]]
    of_hand: bool = False


def _gains(b: Board, book: Book, seat: Seat, symbol: Symbol) -> Picks:
    return (str(symbol.amount),)


def _plays(b: Board, book: Book, seat: Seat, symbol: Symbol) -> Picks:
    mine = b.realms[seat]
    return tuple(
        card
        for card in mine.hand
        if book.cards[card].kind != "condition"
        and realm.affordable(mine, book, card)
        and realm.playable(mine, book, card)
    )


def _discards(b: Board, book: Book, seat: Seat, symbol: Symbol) -> Picks:
    return ("cards",) if b.realms[seat].hand else ()


def _opponents(b: Board, book: Book, seat: Seat, symbol: Symbol) -> Picks:
    return tuple(str(other) for other in range(len(b.realms)) if other != seat)


def _beatable(b: Board, book: Book, seat: Seat, symbol: Symbol) -> Picks:
    return realm.beatable(b.realms[seat], book)


def _portable(b: Board, book: Book, seat: Seat, symbol: Symbol) -> Picks:
    """Returns what the symbol can move: Heroes, or unattached cards of the Villain's own (VI-054, VI-205)."""
    mine = b.realms[seat]
    heroes = symbol.action == "move_hero"
    return tuple(
        card
        for card, where in mine.cards.items()
        if (book.cards[card].kind == "hero") == heroes
        and not where.on
        and realm.neighbours(mine, book, where.at)
    )


@verb("VI-040")
def _gain(t: T, seat: Seat, amount: str) -> Script[None]:
    yield from verbs.gain(t, seat, int(amount))


ACTIONS: Mapping[ActionName, Action] = {
    "gain_power": Action("gain", _gains, _gain),
    "play_card": Action("play", _plays, verbs.play_from_hand, of_hand=True),
    "discard_cards": Action("discard", _discards, lambda t, seat, _: verbs.discard_from_hand(t, seat)),
    "fate": Action("fate", _opponents, lambda t, seat, target: verbs.fate(t, int(target))),
    "vanquish": Action("vanquish", _beatable, verbs.vanquish),
    "move_item_or_ally": Action("carry", _portable, verbs.carry),
    "move_hero": Action("lead", _portable, verbs.carry),
}
