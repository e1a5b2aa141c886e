"""What cards say, and what Strength and Costs are made of."""

from __future__ import annotations

from collections.abc import Iterable

from ..breakdown import Part, Passage
from . import layout
from .board import Board, Realm
from .book import Book
from .facts import Card
from .play_targets import charges
from .strength import makings, strength
from .symbols import covered


def explain_rule(board: Board, book: Book, rule: str) -> Passage | None:
    """Returns what the card called *rule* says."""
    card = book.cards.get(rule)
    return None if card is None else Passage(card.name, card.text)


def break_down_number(board: Board, book: Book, what: str) -> tuple[Part, ...] | None:
    """Returns what makes up `strength:<card>`, of an Ally or a Hero, or `cost:<card>`.

    A Cost that depends on it is asked for with the location or card that is played to: `cost:<card>:<spot>`.
    """
    book = book.under(board.rulings)
    number, _, name = what.partition(":")
    card, _, spot = name.partition(":")
    mine = _home(board, book, card)
    if mine is None:
        return None
    if number == "strength" and not spot and layout.kind(mine, book, card) in ("ally", "hero"):
        return _parts(makings(mine, book, card), "VI-105")
    if number == "cost" and (not spot or spot in mine.cards or spot in layout.places(mine, book)):
        return _parts(charges(mine, book, card, spot), "VI-042")
    return None


def board_numbers(board: Board, book: Book) -> dict[str, int]:
    """Returns the numbers that a board is shown with.

    They are the Strength of every Ally and Hero in play, by its name in `break_down_number`; 1 for every
    symbol that Heroes cover, as `covered:<location>:<symbol>`; and of every step to an objective the
    numbers that are reached and required, as `done:<seat>:<step>` and `wanted:<seat>:<step>`.
    """
    book = book.under(board.rulings)
    told: dict[str, int] = {}
    for seat, mine in enumerate(board.realms):
        for card in mine.cards:
            if layout.kind(mine, book, card) in ("ally", "hero"):
                told[f"strength:{card}"] = strength(mine, book, card)
        for place in layout.places(mine, book):
            told |= {f"covered:{place}:{symbol}": 1 for symbol in covered(mine, book, place)}
        for step, (done, wanted) in book.scripts[mine.who].headway(mine, book).items():
            told |= {f"done:{seat}:{step}": done, f"wanted:{seat}:{step}": wanted}
    return told


def _home(board: Board, book: Book, card: Card) -> Realm | None:
    """Returns the Realm whose Villain *card* belongs to, or that he is an opponent of, if it plays along."""
    for mine in board.realms:
        villain = book.villains[mine.who]
        if any(card in printed.ids for printed in (*villain.villain, *villain.fate)):
            return mine
    return None


def _parts(made_of: Iterable[tuple[int, str]], least: str) -> tuple[Part, ...]:
    """Returns the parts that are not nothing; what would be below 0 is 0, by the rule *least*."""
    parts = tuple(Part(amount, rule) for amount, rule in made_of if amount)
    total = sum(part.amount for part in parts)
    return parts if total >= 0 else (*parts, Part(-total, least))
