"""Checks of statements, and of positions in dispute with unknown cards."""

from __future__ import annotations

from domain.decider import Unplayable
from domain.games import Game
from domain.messages import Message
from domain.notation import Unreadable
from domain.sheets.unknowns import read_filled
from domain.table import Party
from projections.match_views import LoadedMatch

from ..shared.errors import LimitReached
from .rulings import InvalidCase

MAX_STATEMENTS = 50
"""Statements in one case."""
MAX_WAITING_CASES = 10
"""Cases of one party in one match that may wait for a ruling."""


def check_position(game: Game, loaded: LoadedMatch, text: str) -> None:
    """Raises `InvalidCase` unless *text* is a position of this game with as many seats."""
    try:
        board = read_filled(text, game, loaded.rules.book).board
    except (Unplayable, Unreadable) as error:
        raise InvalidCase("/position", error.message) from error
    seats, settings = sum(map(len, loaded.rules.list_sides(board))), loaded.match.settings
    if seats != settings.seats:
        sentence = Message(
            "This position is one of {seats} seats, and the table has {own}.", seats=seats, own=settings.seats
        )
        raise InvalidCase("/position", sentence)


def check_room(loaded: LoadedMatch, case: int) -> None:
    """Raises `LimitReached` for a case that has all the statements it may have."""
    cases = loaded.match.cases
    if 0 < case <= len(cases) and len(cases[case - 1].said) >= MAX_STATEMENTS:
        raise LimitReached(
            Message("{most} statements stand in this case, and there may be no more.", most=MAX_STATEMENTS)
        )


def check_waiting(loaded: LoadedMatch, by: Party) -> None:
    """Raises `LimitReached` if too many cases of *by* wait for a ruling."""
    if sum(case.is_waiting and case.by == by for case in loaded.match.cases) >= MAX_WAITING_CASES:
        sentence = Message(
            "{most} of your cases wait for a ruling: there is room when one has it.", most=MAX_WAITING_CASES
        )
        raise LimitReached(sentence)
