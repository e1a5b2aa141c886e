"""How well a Summoner stands: what a bot pursues. It counts only what lies open."""

from __future__ import annotations

from ..words import Seat
from .board import Board
from .book import Book


def worth(board: Board, book: Book, seat: Seat) -> float:
    """Returns the standing of *seat* against its rival: VP above all, then HP, place and cards."""
    return _side(board, book, seat) - _side(board, book, 1 - seat)


def _side(board: Board, book: Book, seat: Seat) -> float:
    standing = 10.0 * board.points[seat] + 0.5 * len(board.summoners[seat].hand)
    for who, figure in board.figures.items():
        if figure.seat != seat:
            continue
        standing += book.characters[who].vp * 2.0 * figure.hp / book.characters[who].hp
        standing += 0.3 * sum(figure.statuses.get(good, 0) for good in ("magic_broom", "stealthy"))
        standing -= 0.5 * figure.statuses.get("immobilized", 0)
        if figure.at:
            near = min(book.arena.apart[figure.at][space] for space in book.arena.golden)
            standing += (4.0, 2.0, 1.0, 0.5)[near] if near < 4 else 0.0
    return standing
