"""What cards, skills and abilities say, and what damage is made of, dealt or foreseen."""

from __future__ import annotations

from collections.abc import Iterator

from ..reckoning import Part, Passage
from ..words import Fact
from .board import Board
from .book import Book
from .facts import DamageDealt, Who
from .instructions import Deal
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
    """Returns what makes up the damage of a standard attack, called `attack:<who>` or `attack:<who>:<rival>`.

    Without a rival it is the damage to whoever is not Tough.
    """
    number, _, duel = what.partition(":")
    who, _, rival = duel.partition(":")
    if number != "attack" or who not in board.figures or rival not in ("", *board.figures):
        return None
    return _changed(board, (_standard(board, book, who),), who, rival)


def parts(board: Board, book: Book, fact: Fact) -> tuple[Part, ...]:
    """Returns what makes up the damage that *fact* tells, on the *board* before it; nothing for other facts.

    What a rule or a card says comes first, then what Strong, Tough and SA-408 changed. There is nothing
    either where no text of the rule that the fact names comes to that damage: a ruling may have put it there.
    """
    if not isinstance(fact.event, DamageDealt):
        return ()
    who, by, damage = fact.event.who, fact.event.by, fact.event.damage
    ways = (_changed(board, dealt, by, who) for dealt in _dealt(board, book, fact.rule, by))
    return next((way for way in ways if sum(part.amount for part in way) == damage), ())


def _changed(board: Board, dealt: tuple[Part, ...], by: Who, who: Who) -> tuple[Part, ...]:
    """Returns *dealt* and what changes it on the way from *by* to *who*, as `effects.hurt` deals it."""
    base, figures = sum(part.amount for part in dealt), board.figures
    if base and by in figures and by != who and "strong" in figures[by].statuses:
        dealt = (*dealt, Part(1, "SA-508"))
    if who in figures and "tough" in figures[who].statuses:
        dealt = (*dealt, Part(-1, "SA-509"))
    total = sum(part.amount for part in dealt)
    return (*dealt, Part(-total, "SA-408")) if total < 0 else dealt


def _standard(board: Board, book: Book, who: Who) -> Part:
    rule = "SA-506" if "shrunken" in board.figures[who].statuses else "SA-307"
    return Part(standard_attack(board, book, who), rule)


def _dealt(board: Board, book: Book, rule: str, by: Who) -> Iterator[tuple[Part, ...]]:
    """Yields what the *rule* of a damage can have dealt at first: a text may deal some more than once."""
    if rule == "SA-502":
        yield (Part(1, rule),)
    elif rule in ("SA-307", "SA-308"):
        standard = _standard(board, book, by)
        yield (standard, Part(1, rule)) if rule == "SA-308" else (standard,)
    elif by in board.figures and "." in rule:
        cited, _, paragraph = rule.rpartition(".")
        figure = board.figures[by]
        for told in book.text(cited, upgraded=figure.upgraded)[int(paragraph) - 1]:
            if isinstance(told, Deal):
                times = 1 if told.per is None else figure.statuses.get(told.per, 0)
                yield (Part(told.damage * times, rule),)


def reckoned(board: Board, book: Book) -> dict[str, int]:
    """Returns the damage of everyone's standard attack, by what `reckon` calls it."""
    calls = (f"attack:{who}" for who in board.figures)
    return {call: sum(part.amount for part in reckon(board, book, call) or ()) for call in calls}
