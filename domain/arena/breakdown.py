"""What cards, skills and abilities say, and what numbers are made of, told by facts or foreseen."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ..breakdown import Part, Passage
from ..model import Asked, Fact
from . import amounts, facts, instructions
from .amounts import Parts, total_amount
from .board import Board
from .book import Book
from .defaults import printed_values
from .facts import Who

_CITED = re.compile(r"([A-Z]{3})([0-9]{2}|\.s[1-9]|\.[au])\.([1-9])\.([1-9])")
"""An instruction: of a card, a skill or an ability, in which paragraph, and the how manieth there."""


def explain_rule(board: Board, book: Book, rule: str) -> Passage | None:
    """Returns what a card (`GAS05.1`), an ability (`GAS.a.1`, `.c.1`, `.u.1`) or a skill (`GAS.s1.1`) says.

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
    side = character.upgraded
    abilities = {"a": side.ability, "c": side.constant, "u": side.activated}
    if part in abilities:
        ability = abilities[part]
        return None if ability is None else Passage(ability.name, ability.text)
    active = board.figures.get(board.active)
    upgraded = active is not None and active.code == code and active.upgraded
    skill = book.skill(cited, upgraded=upgraded)
    return Passage(skill.name, skill.text)


def break_down_number(board: Board, book: Book, what: str) -> Parts | None:
    """Returns what makes up a number that is foreseen, called by what it is of.

    `attack:<who>` is the damage of a standard attack, `move:<who>` how far a standard movement leads,
    `attack+:` and `move+:` the same with a card discarded for it. `attack:<who>:<rival>` is the damage to
    that rival; without one it is to whoever is not Tough. `hand:<seat>` is the hand size, `knock-out:<who>`
    what the rival team gains by it. `effect:<who>:GAS05.1.1:<whom>` is what a text of *who* comes to for
    *whom*, itself if left out, by its first paragraph's first instruction: damage, HP, spaces or VP.
    """
    number, _, rest = what.partition(":")
    who, _, rest = rest.partition(":")
    if number == "hand":
        seats = map(str, range(len(board.teams)))
        return amounts.hand_size_parts(board, book, int(who)) if who in seats and not rest else None
    cited, _, whom = rest.partition(":") if number == "effect" else ("", "", rest)
    if who not in board.figures or whom not in ("", *board.figures):
        return None
    if number == "effect":
        return _instruction_amount(board, book, who, cited, whom or who)
    if number in ("attack", "attack+"):
        dealt = amounts.standard_attack_parts(board, book, who, boosted=number == "attack+")
        return amounts.damage_parts(board, book, dealt, who, whom)
    if number in ("move", "move+") and not whom:
        return amounts.movement_parts(board, book, who, boosted=number == "move+")
    if number == "knock-out" and not whom:
        return (Part(printed_values(board, book, who).vp, "SA-602"),)
    return None


def _instruction_amount(board: Board, book: Book, who: Who, cited: str, whom: Who) -> Parts | None:
    figure, words = board.figures[who], _CITED.fullmatch(cited)
    if words is None or words[1] != figure.code or (words[2] in (".a", ".u") and not figure.upgraded):
        return None
    text, paragraph, instruction = words[1] + words[2], int(words[3]), int(words[4])
    try:
        told = book.text(text, upgraded=figure.upgraded)[paragraph - 1][instruction - 1]
    except LookupError:
        return None
    return amounts.instruction_parts(board, book, who, told, f"{text}.{paragraph}", whom)


def break_down_fact(board: Board, book: Book, fact: Fact, around: Sequence[str] = ()) -> Parts:
    """Returns what makes up the number that *fact* tells, on the *board* before it; nothing for other facts.

    *around* are the rules that led to the fact besides its own, the nearest first. There is nothing either
    where no text among them comes to that number: a ruling may have put it there.
    """
    text = next((rule for rule in (fact.rule, *around) if "." in rule), "")
    match fact.event:
        case facts.DamageDealt(who, by, damage):
            dealt = _possible_damage(board, book, fact.rule, by)
            return _first_with_total(
                (amounts.damage_parts(board, book, parts, by, who) for parts in dealt), damage
            )
        case facts.HealthRecovered(who, amount):
            heals = (
                told for told in _cited_instructions(board, book, text) if isinstance(told, instructions.Heal)
            )
            return _first_with_total(
                (amounts.healing_parts(board, book, who, Part(told.hp, text)) for told in heals), amount
            )
        case facts.VictoryPointsGained(_, points) if fact.rule in ("SA-206", "SA-602", text):
            return (Part(points, fact.rule),)
        case facts.VictoryPointsLost(team, points):
            robs = (
                told for told in _cited_instructions(board, book, text) if isinstance(told, instructions.Rob)
            )
            return _first_with_total(
                (amounts.loss_parts(board, team, Part(told.points, text)) for told in robs), points
            )
        case facts.CharacterMoved(who, path):
            ways = _possible_moves(board, book, fact.rule, text, who)
            return next(
                (
                    amounts.walk_parts(way, len(path) - 1)
                    for way in ways
                    if total_amount(way) >= len(path) - 1
                ),
                (),
            )
        case Asked(seat, "discard"):
            held = Part(len(board.summoners[seat].hand), "SA-701")
            return (
                held,
                *(Part(-part.amount, part.rule) for part in amounts.hand_size_parts(board, book, seat)),
            )
    return ()


def _first_with_total(ways: Iterator[Parts], number: int) -> Parts:
    """Returns the first of *ways* that comes to *number*: a paragraph may say some more than once."""
    return next((way for way in ways if total_amount(way) == number), ())


def _cited_instructions(board: Board, book: Book, text: str) -> tuple[instructions.Instruction, ...]:
    """Returns what a paragraph says, cited as a rule; nothing for what is none."""
    cited, _, paragraph = text.rpartition(".")
    if not cited:
        return ()
    active = board.figures.get(board.active)
    return book.text(cited, upgraded=active is not None and active.upgraded)[int(paragraph) - 1]


def _possible_damage(board: Board, book: Book, rule: str, by: Who) -> Iterator[Parts]:
    """Yields what the *rule* of a damage can have dealt at first."""
    if rule == "SA-502":
        yield (Part(1, rule),)
    elif rule in ("SA-307", "SA-308"):
        yield amounts.standard_attack_parts(board, book, by, boosted=rule == "SA-308")
    elif by in board.figures:
        for told in _cited_instructions(board, book, rule):
            if isinstance(told, instructions.Deal):
                yield amounts.instruction_damage(board, by, told, rule)


def _possible_moves(board: Board, book: Book, rule: str, text: str, who: Who) -> Iterator[Parts]:
    """Yields how far *who* may have been allowed to move by *rule*, or by a paragraph."""
    if rule in ("SA-303", "SA-305"):
        yield amounts.movement_parts(board, book, who, boosted=rule == "SA-305")
    for told in _cited_instructions(board, book, text):
        if isinstance(told, instructions.Move | instructions.Push):
            yield (Part(told.up_to, text),)


def board_numbers(board: Board, book: Book) -> dict[str, int]:
    """Returns everyone's standard movement and standard attack, by what `break_down_number` calls them."""
    numbers = [f"{what}:{who}" for who in board.figures for what in ("move", "attack")]
    return {number: total_amount(break_down_number(board, book, number) or ()) for number in numbers}
