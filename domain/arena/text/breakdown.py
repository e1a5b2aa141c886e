"""Texts of cited cards, skills and abilities, and breakdowns of numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...breakdown import NO_TRACE, FactTrace, Part, Passage
from ...model import Asked, Fact
from ...script import Parts, total_amount
from .. import facts, instructions
from ..board import Board
from ..book import Book
from ..defaults import printed_values
from ..facts import FigureId
from ..play import amounts

_CITED = re.compile(r"([A-Z]{3})([0-9]{2}|\.s[1-9]|\.[au])\.([1-9])\.([1-9])")
"""The card, skill or ability of an instruction, its paragraph, and its number in there."""


def explain_rule(board: Board, book: Book, rule: str) -> Passage | None:
    """Returns the text of a card (`GAS05.1`), an ability (`GAS.a.1`) or a skill (`GAS.s1.1`).

    Constant abilities have the form `GAS.c.1`, activated ones `GAS.u.1`. A skill belongs to the side that
    lies up, because only the active character uses skills.
    """
    cited, _, _ = rule.rpartition(".")
    if cited in book.cards:
        card = book.cards[cited].printed
        return Passage(card.name, card.text)
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
    skill = book.find_skill(cited, upgraded=upgraded)
    return Passage(skill.name, skill.text)


def break_down_number(board: Board, book: Book, name: str) -> Parts | None:
    """Returns the parts of an expected number with this *name*.

    `attack:<id>` is the damage of a standard attack, `move:<id>` the range of a standard movement; `attack+:`
    and `move+:` are the same with a discarded card. `attack:<id>:<rival>` is the damage to that rival, Tough
    or not. `hand:<seat>` is the hand size, `knock-out:<id>` the gain of the rival team.
    `effect:<id>:GAS05.1.1:<target>` is the effect of an instruction of *id* on the target, itself by default,
    in damage, HP, spaces or VP.
    """
    number, _, remainder = name.partition(":")
    figure_id, _, remainder = remainder.partition(":")
    if number == "hand":
        seats = map(str, range(len(board.teams)))
        return (
            amounts.hand_size_parts(board, book, int(figure_id))
            if figure_id in seats and not remainder
            else None
        )
    cited, _, target_id = remainder.partition(":") if number == "effect" else ("", "", remainder)
    if figure_id not in board.figures or target_id not in ("", *board.figures):
        return None
    if number == "effect":
        return _instruction_amount(board, book, figure_id, cited, target_id or figure_id)
    if number in ("attack", "attack+"):
        damage = amounts.standard_attack_parts(board, book, figure_id, boosted=number == "attack+")
        return amounts.damage_parts(board, book, damage, figure_id, target_id)
    if number in ("move", "move+") and not target_id:
        return amounts.movement_parts(board, book, figure_id, boosted=number == "move+")
    if number == "knock-out" and not target_id:
        return (Part(printed_values(board, book, figure_id).vp, "SA-602"),)
    return None


def _instruction_amount(
    board: Board, book: Book, figure_id: FigureId, cited: str, target_id: FigureId
) -> Parts | None:
    figure, words = board.figures[figure_id], _CITED.fullmatch(cited)
    if words is None or words[1] != figure.code or (words[2] in (".a", ".u") and not figure.upgraded):
        return None
    text, paragraph, instruction = words[1] + words[2], int(words[3]), int(words[4])
    try:
        cited_instruction = book.paragraphs_of(text, upgraded=figure.upgraded)[paragraph - 1][instruction - 1]
    except LookupError:
        return None
    return amounts.instruction_parts(
        board, book, figure_id, cited_instruction, f"{text}.{paragraph}", target_id
    )


def break_down_fact(board: Board, book: Book, fact: Fact, trace: FactTrace = NO_TRACE) -> Parts:
    """Returns the parts of the number in *fact*, on the *board* before it, or nothing.

    Returns nothing either where no text among the rules of *trace* gives that number, for example after a
    correction.
    """
    text = next((rule for rule in (fact.rule, *trace.outer_rules) if "." in rule), "")
    match fact.event:
        case facts.DamageDealt(figure_id, by, damage):
            damages = _possible_damage(board, book, fact.rule, by)
            return _first_with_total(
                (amounts.damage_parts(board, book, parts, by, figure_id) for parts in damages), damage
            )
        case facts.HealthRecovered(figure_id, amount):
            heals = (
                instruction
                for instruction in _cited_instructions(board, book, text)
                if isinstance(instruction, instructions.Heal)
            )
            return _first_with_total(
                (
                    amounts.healing_parts(board, book, figure_id, Part(instruction.hp, text))
                    for instruction in heals
                ),
                amount,
            )
        case facts.VictoryPointsGained(_, points) if fact.rule in ("SA-206", "SA-602", text):
            return (Part(points, fact.rule),)
        case facts.VictoryPointsLost(team, points):
            robs = (
                instruction
                for instruction in _cited_instructions(board, book, text)
                if isinstance(instruction, instructions.Rob)
            )
            return _first_with_total(
                (amounts.loss_parts(board, team, Part(instruction.points, text)) for instruction in robs),
                points,
            )
        case facts.CharacterMoved(figure_id, path):
            ways = _possible_moves(board, book, fact.rule, text, figure_id)
            return next(
                (
                    amounts.walk_parts(way, len(path) - 1)
                    for way in ways
                    if total_amount(way) >= len(path) - 1
                ),
                (),
            )
        case Asked(seat, "discard"):
            hand_part = Part(len(board.summoners[seat].hand), "SA-701")
            return (
                hand_part,
                *(Part(-part.amount, part.rule) for part in amounts.hand_size_parts(board, book, seat)),
            )
    return ()


def _first_with_total(ways: Iterator[Parts], number: int) -> Parts:
    """Returns the first of *ways* with the total *number*; a paragraph may contain several."""
    return next((way for way in ways if total_amount(way) == number), ())


def _cited_instructions(board: Board, book: Book, text: str) -> tuple[instructions.Instruction, ...]:
    """Returns the instructions of a paragraph, cited as a rule; nothing for other rules."""
    cited, _, paragraph = text.rpartition(".")
    if not cited:
        return ()
    active = board.figures.get(board.active)
    return book.paragraphs_of(cited, upgraded=active is not None and active.upgraded)[int(paragraph) - 1]


def _possible_damage(board: Board, book: Book, rule: str, by: FigureId) -> Iterator[Parts]:
    """Yields each base damage that *rule* may have caused."""
    if rule == "SA-502":
        yield (Part(1, rule),)
    elif rule in ("SA-307", "SA-308"):
        yield amounts.standard_attack_parts(board, book, by, boosted=rule == "SA-308")
    elif by in board.figures:
        for instruction in _cited_instructions(board, book, rule):
            if isinstance(instruction, instructions.Deal):
                yield amounts.instruction_damage(board, by, instruction, rule)


def _possible_moves(board: Board, book: Book, rule: str, text: str, figure_id: FigureId) -> Iterator[Parts]:
    """Yields how far *figure_id* may have been allowed to move by *rule*, or by a paragraph."""
    if rule in ("SA-303", "SA-305"):
        yield amounts.movement_parts(board, book, figure_id, boosted=rule == "SA-305")
    for instruction in _cited_instructions(board, book, text):
        if isinstance(instruction, instructions.Move | instructions.Push):
            yield (Part(instruction.up_to, text),)


def board_numbers(board: Board, book: Book) -> dict[str, int]:
    """Returns the standard movement and attack of each figure, by name."""
    numbers = [f"{kind}:{figure_id}" for figure_id in board.figures for kind in ("move", "attack")]
    return {number: total_amount(break_down_number(board, book, number) or ()) for number in numbers}
