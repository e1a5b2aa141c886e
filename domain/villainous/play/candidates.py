"""Lists candidate picks of a question, including impossible ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ...model import Asked, Picks
from ..board import Board, Realm
from ..book import Book
from . import conditions, layout, play_targets, plays, turn


def list_candidates(board: Board, book: Book, question: Asked) -> Picks:
    """Returns every candidate for *question*; its options are among them."""
    return _LISTS.get(question.prompt, _list_options)(board, book, question)


def _list_moves(board: Board, book: Book, question: Asked) -> Picks:
    realm = board.realms[question.seat]
    uses = (f"use:{card}" for card in realm.cards if book.hooks[card].offers is not None)
    return (*(f"move:{location}" for location in layout.locations(realm, book)), turn.STAY, *uses)


def _list_actions(board: Board, book: Book, question: Asked) -> Picks:
    realm = board.realms[question.seat]
    symbols = [symbol for location in book.locations[realm.who].values() for symbol in location.symbols]
    granted = [grants for card in realm.cards if (grants := book.cards[card].grants) is not None]
    amounts = dict.fromkeys(s.amount for s in (*symbols, *granted) if s.action == "gain_power")
    heroes = layout.cards_of_kind(realm, book, "hero")
    return (
        *(f"gain:{amount}" for amount in amounts),
        *(f"play:{card}" for card in realm.hand),
        *(f"activate:{card}" for card in realm.cards if play_targets.needs_activation(book, card)),
        "discard:cards",
        *(f"fate:{seat}" for seat in range(len(board.realms))),
        *(f"vanquish:{hero}" for hero in heroes),
        *(f"carry:{card}" for card in realm.cards if card not in heroes),
        *(f"lead:{hero}" for hero in heroes),
        *(f"use:{card}" for card in realm.cards if book.hooks[card].offers is not None),
        "end",
    )


def _list_locations(board: Board, book: Book, question: Asked) -> Picks:
    return layout.locations(_find_realm(board, book, question), book)


def _list_heroes(board: Board, book: Book, question: Asked) -> Picks:
    return layout.cards_of_kind(_find_realm(board, book, question), book, "hero")


def _list_in_play(board: Board, book: Book, question: Asked) -> Picks:
    return tuple(_find_realm(board, book, question).cards)


def _find_realm(board: Board, book: Book, question: Asked) -> Realm:
    """Returns the Realm that contains the options of a question."""
    return next(
        realm
        for realm in board.realms
        if question.options[0] in realm.cards or question.options[0] in layout.locations(realm, book)
    )


def _list_revealed(board: Board, book: Book, question: Asked) -> Picks:
    return next(realm.opened for realm in board.realms if question.options[0] in realm.opened)


def _list_hand(board: Board, book: Book, question: Asked) -> Picks:
    return board.realms[question.seat].hand


def _list_conditions(board: Board, book: Book, question: Asked) -> Picks:
    plays = (f"play:{card}" for card in board.realms[question.seat].hand)
    return (conditions.PASS, conditions.PASS_TURN, *plays)


def _list_allies(board: Board, book: Book, question: Asked) -> Picks:
    return ("enough", *layout.cards_of_kind(board.realms[question.seat], book, "ally"))


def _list_aims(board: Board, book: Book, question: Asked) -> Picks:
    """Returns all cards of the Realm if the options are cards of one, else the options."""
    realm_cards = (tuple(realm.cards) for realm in board.realms if question.options[0] in realm.cards)
    return next(realm_cards, question.options)


def _list_offers(board: Board, book: Book, question: Asked) -> Picks:
    cards = board.realms[question.seat].cards
    return (plays.LEAVE, *(f"use:{card}" for card in cards if book.hooks[card].offers is not None))


def _list_options(board: Board, book: Book, question: Asked) -> Picks:
    return question.options


_LISTS: Mapping[str, Callable[[Board, Book, Asked], Picks]] = {
    "move": _list_moves,
    "act": _list_actions,
    "where": _list_locations,
    "host": _list_in_play,
    "aim": _list_aims,
    "pay": _list_in_play,
    "hero": _list_heroes,
    "fate": _list_revealed,
    "ally": _list_allies,
    "condition": _list_conditions,
    "discard": _list_hand,
    "ally-to-play": _list_hand,
    "item": _list_in_play,
    "offer": _list_offers,
    "guard-to-turn": _list_in_play,
}
