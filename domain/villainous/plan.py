"""How well a Villain stands: what a bot pursues. It counts only what lies open."""

from __future__ import annotations

from ..words import Seat
from . import realm
from .board import Board, Realm
from .book import Book

_WON = 1000.0


def worth(board: Board, book: Book, seat: Seat) -> float:
    """Returns the standing of *seat* against the best of the others."""
    if board.winner is not None:
        return _WON if board.winner == seat else -_WON
    others = (_realm(mine, book) for other, mine in enumerate(board.realms) if other != seat)
    return _realm(board.realms[seat], book) - max(others)


def _realm(mine: Realm, book: Book) -> float:
    """Counts Power, Allies by Strength, Curses by the locations they hold, open locks, and Heroes against."""
    standing = float(mine.power) + 0.25 * len(mine.hand) - 4.0 * len(mine.locked)
    for ally in realm.of_kind(mine, book, "ally"):
        standing += 1.2 * realm.strength(mine, book, ally)
    for place in realm.places(mine, book):
        standing += 5.0 * bool(realm.of_kind(mine, book, "curse", place))
    for hero in realm.of_kind(mine, book, "hero"):
        standing -= 0.8 * realm.strength(mine, book, hero)
    return standing
