"""What one could think of answering, whether or not it can be chosen: everything on the table that fits."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..model import Asked, Picks
from . import conditions, layout, play_targets, plays, turn
from .board import Board, Realm
from .book import Book


def listed(board: Board, book: Book, asked: Asked) -> Picks:
    """Returns every pick one could think of when *asked*; its options are among them."""
    return _THINGS.get(asked.prompt, _options)(board, book, asked)


def _moves(board: Board, book: Book, asked: Asked) -> Picks:
    mine = board.realms[asked.seat]
    uses = (f"use:{card}" for card in mine.cards if book.lores[card].offers is not None)
    return (*(f"move:{place}" for place in layout.places(mine, book)), turn.STAY, *uses)


def _actions(board: Board, book: Book, asked: Asked) -> Picks:
    mine = board.realms[asked.seat]
    printed = [symbol for place in book.places[mine.who].values() for symbol in place.symbols]
    granted = [grants for card in mine.cards if (grants := book.cards[card].grants) is not None]
    amounts = dict.fromkeys(s.amount for s in (*printed, *granted) if s.action == "gain_power")
    heroes = layout.of_kind(mine, book, "hero")
    return (
        *(f"gain:{amount}" for amount in amounts),
        *(f"play:{card}" for card in mine.hand),
        *(f"activate:{card}" for card in mine.cards if play_targets.activated(book, card)),
        "discard:cards",
        *(f"fate:{seat}" for seat in range(len(board.realms))),
        *(f"vanquish:{hero}" for hero in heroes),
        *(f"carry:{card}" for card in mine.cards if card not in heroes),
        *(f"lead:{hero}" for hero in heroes),
        *(f"use:{card}" for card in mine.cards if book.lores[card].offers is not None),
        "end",
    )


def _places(board: Board, book: Book, asked: Asked) -> Picks:
    return layout.places(_concerned(board, book, asked), book)


def _heroes(board: Board, book: Book, asked: Asked) -> Picks:
    return layout.of_kind(_concerned(board, book, asked), book, "hero")


def _in_play(board: Board, book: Book, asked: Asked) -> Picks:
    return tuple(_concerned(board, book, asked).cards)


def _concerned(board: Board, book: Book, asked: Asked) -> Realm:
    """Returns the Realm that a question is about: that of its options, which are places or cards there."""
    return next(
        mine
        for mine in board.realms
        if asked.options[0] in mine.cards or asked.options[0] in layout.places(mine, book)
    )


def _revealed(board: Board, book: Book, asked: Asked) -> Picks:
    return next(mine.opened for mine in board.realms if asked.options[0] in mine.opened)


def _hand(board: Board, book: Book, asked: Asked) -> Picks:
    return board.realms[asked.seat].hand


def _conditions(board: Board, book: Book, asked: Asked) -> Picks:
    plays = (f"play:{card}" for card in board.realms[asked.seat].hand)
    return (conditions.PASS, conditions.PASS_TURN, *plays)


def _allies(board: Board, book: Book, asked: Asked) -> Picks:
    return ("enough", *layout.of_kind(board.realms[asked.seat], book, "ally"))


def _aims(board: Board, book: Book, asked: Asked) -> Picks:
    """Returns all cards of the Realm, where it is one of them that is aimed at; and else the options."""
    aimed_at = (tuple(mine.cards) for mine in board.realms if asked.options[0] in mine.cards)
    return next(aimed_at, asked.options)


def _offers(board: Board, book: Book, asked: Asked) -> Picks:
    cards = board.realms[asked.seat].cards
    return (plays.LEAVE, *(f"use:{card}" for card in cards if book.lores[card].offers is not None))


def _options(board: Board, book: Book, asked: Asked) -> Picks:
    return asked.options


_THINGS: Mapping[str, Callable[[Board, Book, Asked], Picks]] = {
    "move": _moves,
    "act": _actions,
    "where": _places,
    "host": _in_play,
    "aim": _aims,
    "pay": _in_play,
    "hero": _heroes,
    "fate": _revealed,
    "ally": _allies,
    "condition": _conditions,
    "discard": _hand,
    "ally-to-play": _hand,
    "item": _in_play,
    "offer": _offers,
    "guard-to-turn": _in_play,
}
