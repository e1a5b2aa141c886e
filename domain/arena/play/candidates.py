"""Candidates for answers, legal or not."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import get_args

from ...model import Asked, Picks
from ..board import Board
from ..book import Banner, Book
from . import restrictions
from .statuses import TRIGGERED


def candidate_picks(board: Board, book: Book, question: Asked) -> Picks:
    """Returns every conceivable pick for *question*, including its options."""
    return _CANDIDATES.get(question.prompt, _question_options)(board, book, question)


def _turn_candidates(board: Board, book: Book, question: Asked) -> Picks:
    spaces, figures = book.arena.spaces, board.figures
    return (
        *(f"move:{space}" for space in spaces),
        *(f"move+:{space}" for space in spaces),
        *(f"attack:{figure_id}" for figure_id in figures),
        *(f"attack+:{figure_id}" for figure_id in figures),
        *(f"play:{card}" for card in restrictions.active_hand(board)),
        *(f"skill:{id}" for id in restrictions.active_skills(board, book)),
        *(f"ability:{id}" for id in restrictions.activated_abilities(board, book)),
        "upgrade",
        *(f"upgrade:{gear}" for gear in restrictions.borrowable_gears(board, book)),
        "end",
    )


def _all_spaces(board: Board, book: Book, question: Asked) -> Picks:
    return book.arena.spaces


def _all_figures(board: Board, book: Book, question: Asked) -> Picks:
    return tuple(board.figures)


def _hand_cards(board: Board, book: Book, question: Asked) -> Picks:
    return board.summoners[question.seat].hand


def _question_options(board: Board, book: Book, question: Asked) -> Picks:
    return question.options


_CANDIDATES: Mapping[str, Callable[[Board, Book, Asked], Picks]] = {
    "turn": _turn_candidates,
    "draft": lambda board, book, question: tuple(book.characters),
    "place": _all_spaces,
    "return": _all_spaces,
    "where": _all_spaces,
    "target": _all_figures,
    "order-of-damage": _all_figures,
    "order-of-statuses": lambda board, book, question: tuple(TRIGGERED),
    "whose-deck": lambda board, book, question: tuple(map(str, range(len(board.teams)))),
    "phase": lambda board, book, question: get_args(Banner),
    "pay": _hand_cards,
    "banish": _hand_cards,
    "discard-for": _hand_cards,
    "boost": _hand_cards,
    "cost": _hand_cards,
    "discard": _hand_cards,
}
