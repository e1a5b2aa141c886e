"""Explains card texts, and breaks Strengths and Costs into their parts."""

from __future__ import annotations

from ...breakdown import NO_TRACE, FactTrace, Part, Passage
from ...model import Fact
from ..board import Board, Realm
from ..book import Book
from ..facts import Card
from ..play import layout
from ..play.play_targets import cost_at, named_cost_parts, targets_of
from ..play.strength import named_strength_parts, strength_of
from ..play.symbols import covered_symbols


def explain_rule(board: Board, book: Book, rule: str) -> Passage | None:
    """Returns the text of the card that facts name as their *rule*."""
    card = book.cards.get(rule)
    return None if card is None else Passage(card.name, card.text)


def break_down_number(board: Board, book: Book, quantity: str) -> tuple[Part, ...] | None:
    """Returns the parts of `strength:<card>`, of an Ally or Hero, or of `cost:<card>`.

    A Cost that depends on the target includes it, as in `cost:<card>:<target>`.
    """
    book = book.with_rulings(board.rulings)
    kind, _, name = quantity.partition(":")
    card, _, target = name.partition(":")
    realm = _find_realm(board, book, card)
    if realm is None:
        return None
    if kind == "strength" and not target and layout.kind_of(realm, book, card) in ("ally", "hero"):
        return named_strength_parts(realm, book, card)
    if kind == "cost" and (not target or target in realm.cards or target in layout.locations(realm, book)):
        return named_cost_parts(realm, book, card, target)
    return None


def board_numbers(board: Board, book: Book) -> dict[str, int]:
    """Returns the numbers that are shown with a board.

    They are the Strength of every Ally and Hero in play, by its name in `break_down_number`; the lowest Cost
    of a card in hand that others change; 1 for every covered symbol, as `covered:<location>:<symbol>`; and
    the state of every step of an objective, as `done:<seat>:<step>` and `wanted:<seat>:<step>`.
    """
    book = book.with_rulings(board.rulings)
    numbers: dict[str, int] = {}
    for seat, realm in enumerate(board.realms):
        for card in realm.cards:
            if layout.kind_of(realm, book, card) in ("ally", "hero"):
                numbers[f"strength:{card}"] = strength_of(realm, book, card)
        if layout.cards_with_role(realm, book, "levy"):
            for card in filter(None, realm.hand):
                targets = targets_of(realm, book, card) or ("",)
                numbers[f"cost:{card}"] = min(cost_at(realm, book, card, target) for target in targets)
        for location in layout.locations(realm, book):
            numbers |= {
                f"covered:{location}:{symbol}": 1 for symbol in covered_symbols(realm, book, location)
            }
        for step, (count, goal) in book.scripts[realm.who].count_steps(realm, book).items():
            count = goal if seat == board.winner else count
            numbers |= {f"done:{seat}:{step}": count, f"wanted:{seat}:{step}": goal}
    return numbers


def _find_realm(board: Board, book: Book, card: Card) -> Realm | None:
    """Returns the Realm of the Villain of *card*, if it is in the match."""
    for realm in board.realms:
        villain = book.villains[realm.who]
        if any(card in card_type.ids for card_type in (*villain.villain, *villain.fate)):
            return realm
    return None


def break_down_fact(board: Board, book: Book, fact: Fact, trace: FactTrace = NO_TRACE) -> tuple[Part, ...]:
    """Returns the parts of the number in *fact*, as the script that decided it made them."""
    return trace.parts
