"""What one could think of answering, whether or not it can be chosen: everything on the table that fits."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..words import Asked, Picks
from . import conditions, realm
from .board import Board, Realm
from .book import Book


def listed(board: Board, book: Book, asked: Asked) -> Picks:
    """Returns every pick one could think of when *asked*; its options are among them."""
    return _THINGS.get(asked.prompt, _options)(board, book, asked)


def _moves(board: Board, book: Book, asked: Asked) -> Picks:
    return tuple(f"move:{place}" for place in realm.places(board.realms[asked.seat], book))


def _actions(board: Board, book: Book, asked: Asked) -> Picks:
    mine = board.realms[asked.seat]
    symbols = (symbol for place in book.places[mine.who].values() for symbol in place.symbols)
    amounts = dict.fromkeys(symbol.amount for symbol in symbols if symbol.action == "gain_power")
    heroes = realm.of_kind(mine, book, "hero")
    return (
        *(f"gain:{amount}" for amount in amounts),
        *(f"play:{card}" for card in mine.hand),
        "discard:cards",
        *(f"fate:{seat}" for seat in range(len(board.realms))),
        *(f"vanquish:{hero}" for hero in heroes),
        *(f"carry:{card}" for card in mine.cards if card not in heroes),
        *(f"lead:{hero}" for hero in heroes),
        "end",
    )


def _places(board: Board, book: Book, asked: Asked) -> Picks:
    return realm.places(_concerned(board, book, asked), book)


def _heroes(board: Board, book: Book, asked: Asked) -> Picks:
    return realm.of_kind(_concerned(board, book, asked), book, "hero")


def _in_play(board: Board, book: Book, asked: Asked) -> Picks:
    return tuple(_concerned(board, book, asked).cards)


def _concerned(board: Board, book: Book, asked: Asked) -> Realm:
    """Returns the Realm that a question is about: that of its options, which are places or cards there."""
    return next(
        mine
        for mine in board.realms
        if asked.options[0] in mine.cards or asked.options[0] in realm.places(mine, book)
    )


def _revealed(board: Board, book: Book, asked: Asked) -> Picks:
    return next(mine.opened for mine in board.realms if asked.options[0] in mine.opened)


def _hand(board: Board, book: Book, asked: Asked) -> Picks:
    return board.realms[asked.seat].hand


def _conditions(board: Board, book: Book, asked: Asked) -> Picks:
    plays = (f"play:{card}" for card in board.realms[asked.seat].hand)
    return (conditions.PASS, conditions.PASS_TURN, *plays)


def _allies(board: Board, book: Book, asked: Asked) -> Picks:
    return ("enough", *realm.of_kind(board.realms[asked.seat], book, "ally"))


def _options(board: Board, book: Book, asked: Asked) -> Picks:
    return asked.options


_THINGS: Mapping[str, Callable[[Board, Book, Asked], Picks]] = {
    "move": _moves,
    "act": _actions,
    "where": _places,
    "host": _in_play,
    "pay": _in_play,
    "hero": _heroes,
    "fate": _revealed,
    "ally": _allies,
    "condition": _conditions,
    "discard": _hand,
}
