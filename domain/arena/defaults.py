"""The standard values: what chapters 1 and 2 set for everyone, and an ability card for its character."""

from __future__ import annotations

from ..model import Seat
from .board import Board
from .book import Book, Face, Raised, Values
from .conditions import Effect, is_met
from .facts import Phase, Who

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


def ability_face(board: Board, book: Book, who: Who) -> Face:
    """Returns the side of the ability card that lies up (SA-116, SA-606)."""
    figure = board.figures[who]
    character = book.characters[figure.code]
    return character.upgraded if figure.upgraded else character.start


def printed_values(board: Board, book: Book, who: Who) -> Values:
    """Returns the starting HP, the VP and the hand size of the side that lies up (SA-606, SA-803)."""
    figure = board.figures[who]
    return book.characters[figure.code].values(upgraded=figure.upgraded)


def reduced_hp(board: Board, book: Book, who: Who, *, upgraded: bool) -> int:
    """Returns the HP of *who* once the other side lies up, if they are fewer then; 0 if not (SA-408)."""
    figure = board.figures[who]
    full = book.characters[figure.code].values(upgraded=upgraded).hp
    return full if figure.hp > full else 0


def ability_bonus(board: Board, book: Book, who: Who, what: Raised) -> int:
    """Returns by how much the constant ability of *who* raises *what* now (SA-803)."""
    figure = board.figures[who]
    constant = book.characters[figure.code].upgraded.constant
    if constant is None or not figure.upgraded:
        return 0
    applies = constant.when is None or is_met(board, book, Effect(f"{figure.code}.c", who), constant.when)
    return constant.raises.get(what, 0) if applies else 0


def turn_phases(board: Board) -> tuple[Phase, ...]:
    """Returns the main phases of a turn (SA-301)."""
    return ("movement", "action", "skills") if has_ability_cards(board) else ("movement", "action")


def standard_move(board: Board, book: Book, who: Who) -> int:
    """Returns the spaces of a standard movement (SA-303), which a constant ability may raise (SA-803)."""
    printed = ability_face(board, book, who).move if has_ability_cards(board) else STANDARD_MOVE
    return max(0, printed + ability_bonus(board, book, who, "movement"))


def standard_attack(board: Board, book: Book, who: Who) -> int:
    """Returns the damage of a standard attack (SA-307), likewise; that of the Shrunken is set (SA-506)."""
    if "shrunken" in board.figures[who].statuses:
        return SHRUNKEN_ATTACK
    printed = ability_face(board, book, who).attack if has_ability_cards(board) else STANDARD_ATTACK
    return max(0, printed + ability_bonus(board, book, who, "attack"))


def hand_size(board: Board, book: Book, seat: Seat) -> int:
    """Returns how many cards a Summoner draws at first and may keep at the end of a turn (SA-114, SA-701)."""
    if not has_ability_cards(board):
        return HAND_SIZE
    printed = sum(printed_values(board, book, who).hand for who in board.figures_of(seat))
    return printed + (TEAM_PLAY_HAND_SIZE if len(board.teams) == 4 else 0)
