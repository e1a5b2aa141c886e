"""Sorcerer's Arena: Epic Alliances. Rules: chapter 1, in three editions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from ..core import Rules
from ..words import Seat
from . import book as books
from . import plan
from .board import Board, Options
from .book import Book, CardSet
from .facts import FACTS
from .picture import draw
from .rules import ArenaRules
from .sentences import sentence

__all__ = (
    "BOOK", "FACTS", "NAME", "SEATS", "TITLE", "VERSION",
    "Board", "CardSet", "Options", "catalogue", "draw", "names", "read_book", "rules", "sentence", "worth",
)  # fmt: skip

NAME = "arena"
TITLE = "Sorcerer's Arena: Epic Alliances"
VERSION = 1
SEATS = (2,)
BOOK = "cards/core.yaml"


def read_book(data: Any) -> Book:
    """Returns the book that a card set tells of; `msgspec.ValidationError` names the path of a mistake."""
    return books.read(data)


def rules(book: Book) -> Rules[Any, Any]:
    """Returns the rules of this game, played with *book*."""
    return ArenaRules(book)


def worth(board: Board, book: Book, seat: Seat) -> float:
    """Returns how well *seat* stands."""
    return plan.worth(board, book, seat)


def catalogue(book: Book) -> dict[str, Any]:
    """Returns the board, the characters and their cards, each value with its provenance."""
    arena = book.arena
    told: dict[str, Any] = msgspec.to_builtins(
        {
            "set": book.name,
            "arena": {
                "name": arena.name,
                "provenance": arena.provenance,
                "rows": arena.rows,
                "golden": sorted(arena.golden),
                "stars": arena.stars,
            },
            "characters": book.characters,
        }
    )
    return told


def names(book: Book) -> Mapping[str, str]:
    """Returns what to call things aloud."""
    return {
        "": "a card",
        "seat:0": "Blue",
        "seat:1": "Red",
        "team:0": "Blue",
        "team:1": "Red",
        "phase:movement": "Movement",
        "phase:action": "Action",
        "status:magic_broom": "Magic Broom",
        "status:immobilized": "Immobilized",
        "status:stealthy": "Stealthy",
        **{code: character.name for code, character in book.characters.items()},
        **{id: card.name for id, card in book.cards.items()},
    }
