"""What cards, skills and abilities say, and what the damage of a standard attack is made of."""

from __future__ import annotations

from ..reckoning import Part, Passage
from .board import Board
from .book import Book
from .standards import standard_attack


def explain(board: Board, book: Book, rule: str) -> Passage | None:
    """Returns what a card (`GAS05.1`), an ability (`GAS.a.1`) or a skill (`GAS.s1.1`) says.

    A skill is one of the side of the ability card that lies up: only the active character uses any.
    """
    cited, _, _ = rule.rpartition(".")
    if cited in book.cards:
        printed = book.cards[cited].printed
        return Passage(printed.name, printed.text)
    code, _, part = cited.partition(".")
    character = book.characters.get(code)
    if character is None:
        return None
    if part == "a":
        ability = character.upgraded.ability
        return None if ability is None else Passage(ability.name, ability.text)
    active = board.figures.get(board.active)
    upgraded = active is not None and active.code == code and active.upgraded
    skill = (character.upgraded if upgraded else character.start).skills[int(part[1:]) - 1]
    return Passage(skill.name, skill.text)


def reckon(board: Board, book: Book, what: str) -> tuple[Part, ...] | None:
    """Returns what makes up `attack:<who>`: the damage of a standard attack on whoever is not Tough."""
    number, _, who = what.partition(":")
    if number != "attack" or who not in board.figures:
        return None
    statuses = board.figures[who].statuses
    standard = Part(standard_attack(board, book, who), "SA-506" if "shrunken" in statuses else "SA-307")
    return (standard, Part(1, "SA-508")) if "strong" in statuses else (standard,)


def reckoned(board: Board, book: Book) -> dict[str, int]:
    """Returns the damage of everyone's standard attack, by what `reckon` calls it."""
    calls = (f"attack:{who}" for who in board.figures)
    return {call: sum(part.amount for part in reckon(board, book, call) or ()) for call in calls}
