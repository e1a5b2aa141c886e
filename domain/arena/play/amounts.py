"""Breakdowns of damage, healing, Victory Points, movement and the hand size.

Each number is a sum of parts with their rules. The base value of a rule or a card comes first, then its
changes.
"""

from __future__ import annotations

from ...model import Seat
from ...script import Part, Parts, total_amount
from .. import instructions
from ..board import Board
from ..book import Book, Raised
from ..defaults import (
    HAND_SIZE,
    TEAM_PLAY_HAND_SIZE,
    ability_bonus,
    has_ability_cards,
    printed_values,
    standard_attack,
    standard_move,
)
from ..facts import FigureId, Team


def standard_attack_parts(board: Board, book: Book, figure_id: FigureId, *, boosted: bool = False) -> Parts:
    """Returns the base damage of a standard attack, with a discarded card if *boosted*."""
    shrunken = "shrunken" in board.figures[figure_id].statuses
    bonus = () if shrunken else _ability_parts(board, book, figure_id, "attack")
    standard = Part(
        standard_attack(board, book, figure_id) - total_amount(bonus), "SA-506" if shrunken else "SA-307"
    )
    return (standard, *bonus, *((Part(1, "SA-308"),) if boosted else ()))


def _ability_parts(board: Board, book: Book, figure_id: FigureId, kind: Raised) -> Parts:
    """Returns the share of the constant ability of *figure_id*, if any."""
    bonus = ability_bonus(board, book, figure_id, kind)
    return (Part(bonus, f"{board.figures[figure_id].code}.c.1"),) if bonus else ()


def instruction_damage(board: Board, by: FigureId, instruction: instructions.Deal, rule: str) -> Parts:
    """Returns the base damage of an instruction in a text of *by*, cited as *rule*."""
    times = 1 if instruction.per is None else board.figures[by].statuses.get(instruction.per, 0)
    return (Part(instruction.damage * times, rule),)


def damage_parts(board: Board, book: Book, parts: Parts, by: FigureId, figure_id: FigureId) -> Parts:
    """Returns *parts* with all changes between *by* and *figure_id*, like `effects.deal_damage`."""
    figures = board.figures
    if total_amount(parts) and by in figures and by != figure_id:
        strong = (Part(1, "SA-508"),) if "strong" in figures[by].statuses else ()
        parts = (*parts, *strong, *_ability_parts(board, book, by, "dealt"))
    if figure_id in figures:
        tough = (Part(-1, "SA-509"),) if "tough" in figures[figure_id].statuses else ()
        parts = (*parts, *tough, *_ability_parts(board, book, figure_id, "taken"))
    less = total_amount(parts)
    return (*parts, Part(-less, "SA-408")) if less < 0 else parts


def healing_parts(board: Board, book: Book, figure_id: FigureId, healed: Part) -> Parts:
    """Returns *healed*, limited by the starting HP of *figure_id*."""
    figure = board.figures[figure_id]
    excess = figure.hp + healed.amount - printed_values(board, book, figure_id).hp
    return (healed, Part(-excess, "SA-408")) if excess > 0 else (healed,)


def loss_parts(board: Board, team: Team, part: Part) -> Parts:
    """Returns *part* Victory Points, and those among them that *team* does not have."""
    short = part.amount - board.points[team]
    return (part, Part(-short, "SA-605")) if short > 0 else (part,)


def movement_parts(board: Board, book: Book, figure_id: FigureId, *, boosted: bool = False) -> Parts:
    """Returns how far a standard movement leads at most, for a discarded card if *boosted*."""
    bonus = _ability_parts(board, book, figure_id, "movement")
    standard = Part(standard_move(board, book, figure_id) - total_amount(bonus), "SA-303")
    return with_immobility(board, figure_id, (standard, *bonus, *((Part(1, "SA-305"),) if boosted else ())))


def with_immobility(board: Board, figure_id: FigureId, parts: Parts) -> Parts:
    """Returns *parts* of a move, and that an Immobilized character does not move."""
    stays = "immobilized" in board.figures[figure_id].statuses
    return (*parts, Part(-total_amount(parts), "SA-504")) if stays else parts


def walk_parts(parts: Parts, steps: int) -> Parts:
    """Returns *parts* of a move of *steps* spaces; “up to” allows fewer, by the same rule."""
    return (
        parts if steps == total_amount(parts) else (*parts, Part(steps - total_amount(parts), parts[0].rule))
    )


def hand_size_parts(board: Board, book: Book, seat: Seat) -> Parts:
    """Returns the hand size of a Summoner, one part for each own ability card."""
    if not has_ability_cards(board):
        return (Part(HAND_SIZE, "SA-114"),)
    parts = tuple(
        Part(printed_values(board, book, figure_id).hand, "SA-114") for figure_id in board.figures_of(seat)
    )
    return (*parts, Part(TEAM_PLAY_HAND_SIZE, "SA-114")) if len(board.teams) == 4 else parts


def instruction_parts(
    board: Board,
    book: Book,
    figure_id: FigureId,
    instruction: instructions.Instruction,
    rule: str,
    target_id: FigureId,
) -> Parts | None:
    """Returns the effect of an instruction of *figure_id* on *target_id*, if it is a sum.

    *rule* is its citation.
    """
    match instruction:
        case instructions.Deal():
            return damage_parts(
                board, book, instruction_damage(board, figure_id, instruction, rule), figure_id, target_id
            )
        case instructions.Heal():
            return healing_parts(board, book, target_id, Part(instruction.hp, rule))
        case instructions.Move():
            return with_immobility(board, figure_id, (Part(instruction.up_to, rule),))
        case instructions.Push():
            return with_immobility(board, target_id, (Part(instruction.up_to, rule),))
        case instructions.Score():
            return (Part(instruction.points, rule),)
        case instructions.Rob():
            return loss_parts(board, 1 - board.team_of(figure_id), Part(instruction.points, rule))
    return None
