"""Villainous: six Villains with their boards and all their cards, two to six players.

Nothing but `book.yaml` and `villains/` knows a card.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from ..core import Rules
from ..words import Seat
from . import book as books
from . import plan, position
from .board import Board, Options
from .book import Book, CardSet
from .contests import lineups, measures
from .facts import FACTS
from .picture import draw
from .rules import VillainousRules
from .sentences import REQUIREMENTS, sentence
from .villains import LORE, OBJECTIVES

__all__ = (
    "BOOK", "FACTS", "INSTRUCTIONS", "NAME", "RULEBOOK", "SEATS", "TITLE", "VERSION",
    "Board", "CardSet", "Options",
    "cast", "catalogue", "draw", "lineups", "measures", "names", "read_book", "read_position", "rules",
    "sentence", "worth", "write_position",
)  # fmt: skip

NAME = "villainous"
TITLE = "Villainous"
VERSION = 2
SEATS = (2, 3, 4, 5, 6)
BOOK = "book.yaml"
RULEBOOK = "rulebook.yaml"
INSTRUCTIONS: tuple[type[msgspec.Struct], ...] = ()


def read_book(data: Any) -> Book:
    """Returns the book that *data* tells of; raises `msgspec.ValidationError` with a mistake's path."""
    return books.read(data, LORE, OBJECTIVES)


def rules(book: Book) -> Rules[Any, Any]:
    """Returns the rules of this game, played with *book*."""
    return VillainousRules(book)


def worth(board: Board, book: Book, seat: Seat) -> float:
    """Returns how well *seat* stands."""
    return plan.worth(board, book.under(board.rulings), seat)


def write_position(board: Board) -> str:
    """Returns *board* as a line of text."""
    return position.write(board)


def read_position(text: str, book: Book) -> Board:
    """Returns the board that *text* tells; raises `notation.Unreadable` and `Unplayable`."""
    return position.read(text, book)


def cast(book: Book) -> tuple[str, ...]:
    """Returns the Villains."""
    return tuple(book.villains)


def catalogue(book: Book) -> dict[str, Any]:
    """Returns the sources, and the Villains with their boards and cards, each with its provenance."""
    told: dict[str, Any] = msgspec.to_builtins(
        {"sources": book.print.sources, "villains": book.print.villains}
    )
    return told


def names(book: Book) -> Mapping[str, str]:
    """Returns what to call things aloud."""
    requirements = (card.requires for card in book.cards.values() if card.requires is not None)
    return {
        "": "a card",
        "item": "an Item",
        "ally": "an Ally",
        **{f"seat:{seat}": f"player {seat + 1}" for seat in range(max(SEATS))},
        "pile:villain": "Villain",
        "pile:fate": "Fate",
        **{wanted.key: REQUIREMENTS[wanted.what].format(wanted.least) for wanted in requirements},
        **{villain.id: villain.name for villain in book.villains.values()},
        **{place.id: place.name for board in book.places.values() for place in board.values()},
        **{id: card.name for id, card in book.cards.items()},
    }
