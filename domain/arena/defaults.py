"""Standard values, set by chapters 1 and 2, and by ability cards from chapter 3."""

from __future__ import annotations

from ..model import Seat
from .board import Board
from .book import Book, Face, Raised, Values
from .facts import FigureId, Phase
from .play.conditions import Effect, is_met

STANDARD_MOVE = 2
"""Spaces, in chapters 1 and 2 (SA-303)."""
STANDARD_ATTACK = 2
"""Damage, in chapters 1 and 2 (SA-307)."""
SHRUNKEN_ATTACK = 1
"""Damage (SA-506)."""
HAND_SIZE = 6
"""Cards, in chapters 1 and 2 (SA-114, SA-701)."""
TEAM_PLAY_HAND_SIZE = 2
"""Cards that team play adds to the ability cards' hands (SA-114)."""


def has_ability_cards(board: Board) -> bool:
    """Whether ability cards, and so skills, are in play (SA-116, SA-310)."""
    return board.options.chapter >= 3


def ability_face(board: Board, book: Book, figure_id: FigureId) -> Face:
    """Returns the side of the ability card that lies up (SA-116, SA-606)."""
    figure = board.figures[figure_id]
    character = book.characters[figure.code]
    return character.upgraded if figure.upgraded else character.start


def printed_values(board: Board, book: Book, figure_id: FigureId) -> Values:
    """Returns the starting HP, the VP and the hand size of the visible side (SA-606, SA-803)."""
    figure = board.figures[figure_id]
    return book.characters[figure.code].side_values(upgraded=figure.upgraded)


def reduced_hp(board: Board, book: Book, figure_id: FigureId, *, upgraded: bool) -> int:
    """Returns the HP of *figure_id* after a turn of its card if that lowers them, or 0 (SA-408)."""
    figure = board.figures[figure_id]
    full = book.characters[figure.code].side_values(upgraded=upgraded).hp
    return full if figure.hp > full else 0


def ability_bonus(board: Board, book: Book, figure_id: FigureId, kind: Raised) -> int:
    """Returns the share of the constant ability of *figure_id* in *kind* (SA-803)."""
    figure = board.figures[figure_id]
    constant = book.characters[figure.code].upgraded.constant
    if constant is None or not figure.upgraded:
        return 0
    applies = constant.when is None or is_met(
        board, book, Effect(f"{figure.code}.c", figure_id), constant.when
    )
    return constant.raises.get(kind, 0) if applies else 0


def turn_phases(board: Board) -> tuple[Phase, ...]:
    """Returns the main phases of a turn (SA-301)."""
    return ("movement", "action", "skills") if has_ability_cards(board) else ("movement", "action")


def standard_move(board: Board, book: Book, figure_id: FigureId) -> int:
    """Returns the spaces of a standard movement (SA-303), with a constant ability (SA-803)."""
    base = ability_face(board, book, figure_id).move if has_ability_cards(board) else STANDARD_MOVE
    return max(0, base + ability_bonus(board, book, figure_id, "movement"))


def standard_attack(board: Board, book: Book, figure_id: FigureId) -> int:
    """Returns the damage of a standard attack (SA-307), likewise; that of the Shrunken is set (SA-506)."""
    if "shrunken" in board.figures[figure_id].statuses:
        return SHRUNKEN_ATTACK
    base = ability_face(board, book, figure_id).attack if has_ability_cards(board) else STANDARD_ATTACK
    return max(0, base + ability_bonus(board, book, figure_id, "attack"))


def hand_size(board: Board, book: Book, seat: Seat) -> int:
    """Returns how many cards a Summoner draws at first and may keep at the end of a turn (SA-114, SA-701)."""
    if not has_ability_cards(board):
        return HAND_SIZE
    total = sum(printed_values(board, book, figure_id).hand for figure_id in board.figures_of(seat))
    return total + (TEAM_PLAY_HAND_SIZE if len(board.teams) == 4 else 0)
