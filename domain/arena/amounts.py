"""What the numbers of the game are made of: damage, healing, Victory Points, movement, the hand size.

Each is a sum, and every part of it has a rule: what a rule or a card says comes first, then what changes it.
"""

from __future__ import annotations

from typing import TypeAlias

from ..breakdown import Part
from ..model import Seat
from . import instructions
from .board import Board
from .book import Book, Raised
from .defaults import (
    HAND_SIZE,
    TEAM_PLAY_HAND_SIZE,
    ability_bonus,
    has_ability_cards,
    printed_values,
    standard_attack,
    standard_move,
)
from .facts import Team, Who

Parts: TypeAlias = tuple[Part, ...]


def total_amount(parts: Parts) -> int:
    """Returns the number that *parts* make up."""
    return sum(part.amount for part in parts)


def standard_attack_parts(board: Board, book: Book, who: Who, *, boosted: bool = False) -> Parts:
    """Returns what a standard attack deals at first, for a discarded card if *boosted*."""
    shrunken = "shrunken" in board.figures[who].statuses
    more = () if shrunken else _ability_parts(board, book, who, "attack")
    standard = Part(
        standard_attack(board, book, who) - total_amount(more), "SA-506" if shrunken else "SA-307"
    )
    return (standard, *more, *((Part(1, "SA-308"),) if boosted else ()))


def _ability_parts(board: Board, book: Book, who: Who, what: Raised) -> Parts:
    """Returns what the constant ability of *who* adds, if it adds anything."""
    more = ability_bonus(board, book, who, what)
    return (Part(more, f"{board.figures[who].code}.c.1"),) if more else ()


def instruction_damage(board: Board, by: Who, told: instructions.Deal, rule: str) -> Parts:
    """Returns what an instruction in a text of *by*, cited as *rule*, deals at first."""
    times = 1 if told.per is None else board.figures[by].statuses.get(told.per, 0)
    return (Part(told.damage * times, rule),)


def damage_parts(board: Board, book: Book, parts: Parts, by: Who, who: Who) -> Parts:
    """Returns *parts* with all changes between *by* and *who*, like `effects.deal_damage`."""
    figures = board.figures
    if total_amount(parts) and by in figures and by != who:
        strong = (Part(1, "SA-508"),) if "strong" in figures[by].statuses else ()
        parts = (*parts, *strong, *_ability_parts(board, book, by, "dealt"))
    if who in figures:
        tough = (Part(-1, "SA-509"),) if "tough" in figures[who].statuses else ()
        parts = (*parts, *tough, *_ability_parts(board, book, who, "taken"))
    less = total_amount(parts)
    return (*parts, Part(-less, "SA-408")) if less < 0 else parts


def healing_parts(board: Board, book: Book, who: Who, healed: Part) -> Parts:
    """Returns *healed* and what *who* lacks no more: it never has more than its starting HP."""
    figure = board.figures[who]
    over = figure.hp + healed.amount - printed_values(board, book, who).hp
    return (healed, Part(-over, "SA-408")) if over > 0 else (healed,)


def loss_parts(board: Board, team: Team, lost: Part) -> Parts:
    """Returns *lost* Victory Points, and those among them that *team* does not have."""
    short = lost.amount - board.points[team]
    return (lost, Part(-short, "SA-605")) if short > 0 else (lost,)


def movement_parts(board: Board, book: Book, who: Who, *, boosted: bool = False) -> Parts:
    """Returns how far a standard movement leads at most, for a discarded card if *boosted*."""
    more = _ability_parts(board, book, who, "movement")
    standard = Part(standard_move(board, book, who) - total_amount(more), "SA-303")
    return with_immobility(board, who, (standard, *more, *((Part(1, "SA-305"),) if boosted else ())))


def with_immobility(board: Board, who: Who, parts: Parts) -> Parts:
    """Returns *parts* of a move, and that an Immobilized character does not move."""
    stays = "immobilized" in board.figures[who].statuses
    return (*parts, Part(-total_amount(parts), "SA-504")) if stays else parts


def walk_parts(parts: Parts, steps: int) -> Parts:
    """Returns *parts* of a move of so many *steps*: “up to” allows fewer, by the rule that grants them."""
    return (
        parts if steps == total_amount(parts) else (*parts, Part(steps - total_amount(parts), parts[0].rule))
    )


def hand_size_parts(board: Board, book: Book, seat: Seat) -> Parts:
    """Returns the hand size of a Summoner: what the own ability cards print, one after the other."""
    if not has_ability_cards(board):
        return (Part(HAND_SIZE, "SA-114"),)
    printed = tuple(Part(printed_values(board, book, who).hand, "SA-114") for who in board.figures_of(seat))
    return (*printed, Part(TEAM_PLAY_HAND_SIZE, "SA-114")) if len(board.teams) == 4 else printed


def instruction_parts(
    board: Board, book: Book, who: Who, told: instructions.Instruction, rule: str, whom: Who
) -> Parts | None:
    """Returns what an instruction of *who*, cited as *rule*, comes to for *whom*, if it is a sum."""
    match told:
        case instructions.Deal():
            return damage_parts(board, book, instruction_damage(board, who, told, rule), who, whom)
        case instructions.Heal():
            return healing_parts(board, book, whom, Part(told.hp, rule))
        case instructions.Move():
            return with_immobility(board, who, (Part(told.up_to, rule),))
        case instructions.Push():
            return with_immobility(board, whom, (Part(told.up_to, rule),))
        case instructions.Score():
            return (Part(told.points, rule),)
        case instructions.Rob():
            return loss_parts(board, 1 - board.team_of(who), Part(told.points, rule))
    return None
