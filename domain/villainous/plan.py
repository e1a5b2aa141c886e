"""How well a Villain stands: what a bot pursues. It counts only what lies open."""

from __future__ import annotations

from ..words import Seat
from . import realm
from .board import Board, Realm
from .book import Book
from .index import Memo
from .strength import strength

WON = 1000.0
_GOAL = 40.0
"""What the objective is worth, against a Power that buys something."""
_PURSE = 6
"""As much Power buys nearly any card of a hand."""
_POWER, _SAVINGS = 0.8, 0.2
"""What a Power is worth as far as it buys a card at once, and what beyond that, for a second one later."""


def worth(board: Board, book: Book, seat: Seat) -> float:
    """Returns the standing of *seat* against the best of the others."""
    if board.winner is not None:
        return WON if board.winner == seat else -WON
    others = (
        _realm(mine, book)
        for other, mine in enumerate(board.realms)
        if other != seat and other not in board.retired
    )
    return _realm(board.realms[seat], book) - max(others)


@Memo
def _realm(mine: Realm, book: Book) -> float:
    """Counts the way to the objective, Power to spend, cards, Allies by Strength, and Heroes against."""
    standing = _GOAL * book.scripts[mine.who].progress(mine, book)
    standing += purse(mine.power)
    standing += 0.25 * len(mine.hand)
    return standing + allies(mine, book) - heroes(mine, book)


def purse(power: int) -> float:
    """Returns what *power* to spend is worth."""
    return _POWER * min(power, _PURSE) + _SAVINGS * max(0, power - _PURSE)


def allies(mine: Realm, book: Book) -> float:
    """Returns what the Allies are worth, by their Strength."""
    return 0.6 * sum(strength(mine, book, ally) for ally in realm.of_kind(mine, book, "ally"))


def heroes(mine: Realm, book: Book) -> float:
    """Returns what the Heroes cost, by their Strength."""
    return 0.8 * sum(strength(mine, book, hero) for hero in realm.of_kind(mine, book, "hero"))
