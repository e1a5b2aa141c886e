"""Sorcerer's Arena: Epic Alliances. Four chapters of rules, two or four players, three editions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

import msgspec

from ..core import Rules
from ..words import Seat
from . import book as books
from . import plan, position
from .board import Board, Options
from .book import Book, CardSet
from .contests import lineups, measures
from .draft import SECOND
from .facts import FACTS, Phase, Status
from .instructions import Instruction
from .picture import draw
from .rules import ArenaRules
from .sentences import sentence

__all__ = (
    "BOOK", "FACTS", "INSTRUCTIONS", "NAME", "RULEBOOK", "SEATS", "TITLE", "VERSION",
    "Board", "CardSet", "Options",
    "cast", "catalogue", "draw", "lineups", "measures", "names", "read_book", "read_position", "rules",
    "sentence", "worth", "write_position",
)  # fmt: skip

NAME = "arena"
TITLE = "Sorcerer's Arena: Epic Alliances"
VERSION = 1
SEATS = (2, 4)
BOOK = "cards/core.yaml"
RULEBOOK = "rulebook.yaml"
INSTRUCTIONS: tuple[type[msgspec.Struct], ...] = get_args(Instruction)


def read_book(data: Any) -> Book:
    """Returns the book that a card set tells of; `msgspec.ValidationError` names the path of a mistake."""
    return books.read(data)


def rules(book: Book) -> Rules[Any, Any]:
    """Returns the rules of this game, played with *book*."""
    return ArenaRules(book)


def worth(board: Board, book: Book, seat: Seat) -> float:
    """Returns how well *seat* stands."""
    return plan.worth(board, book, seat)


def write_position(board: Board) -> str:
    """Returns *board* as a line of text."""
    return position.write(board)


def read_position(text: str, book: Book) -> Board:
    """Returns the board that *text* tells; raises `notation.Unreadable` and `Unplayable`."""
    return position.read(text, book)


def cast(book: Book) -> tuple[str, ...]:
    """Returns the codes of the characters."""
    return tuple(book.characters)


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
    statuses = get_args(Status)
    told = {
        "": "a card",
        **{f"team:{team}": name for team, name in enumerate(("Blue", "Red"))},
        **{f"seat:{seat}": name for seat, name in enumerate(("Blue", "Red", "Summoner C", "Summoner D"))},
        **{f"phase:{phase}": phase.capitalize() for phase in get_args(Phase)},
        **{f"status:{status}": status.replace("_", " ").title() for status in statuses},
        **{status: status.capitalize() for status in statuses},
        **{id: card.name for id, card in book.cards.items()},
    }
    for code, character in book.characters.items():
        told[code], told[code + SECOND] = character.name, f"the other {character.name}"
        for side in (character.start, character.upgraded):
            told |= {f"{code}.s{n}": skill.name for n, skill in enumerate(side.skills, 1)}
            if side.ability is not None:
                told[f"{code}.a"] = side.ability.name
    return told
