"""Scores positions for bots, by open information only.

The unit is a tenth of a Victory Point. The weights are estimates for the end of a turn.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..model import Seat
from .board import Board, Figure
from .book import Book
from .defaults import hand_size, printed_values
from .facts import FigureId, Status
from .play import restrictions

POINT = 10.0
HEALTH = 5.0
"""The value of a character's full HP for each Victory Point of its tile."""
CARD = 1.0
"""A card of the hand, as far as the hand limit lets it be kept."""
UPGRADE, GEAR = 6.0, 0.4
"""An upgraded side, and each gear collected on the way to it."""
NEAR_GOLD = (5.0, 2.0, 1.0, 0.4, 0.0, 0.0, 0.0)
"""The value of a figure by its distance from the nearest golden space."""
BACK_ROW = 3
"""The distance from gold after the return of a knocked out figure."""
APPROACH = 0.3
"""The cost of each space to the nearest rival, small, so that figures do not idle."""
DECIDED_POINT = 1000.0
"""A Victory Point once no more can follow."""

STATUS: Mapping[Status, float] = {
    "cursed": -2.2,
    "flustered": -0.8,
    "immobilized": -1.8,
    "magic_broom": 0.6,
    "shrunken": -1.2,
    "stealthy": 1.2,
    "strong": 2.0,
    "taunt": 0.4,
    "tough": 1.5,
}
"""The value of an effective counter for its bearer."""
OWN_TURN = ("immobilized", "shrunken", "strong")
"""Statuses that work in the bearer's own turn, after the loss of a counter."""


def evaluate(board: Board, book: Book, seat: Seat) -> float:
    """Returns the score of *seat*'s team minus that of the rivals."""
    team = board.teams[seat]
    ahead = board.points[team] - board.points[1 - team]
    if board.stage == "over":
        return DECIDED_POINT * ahead
    score = POINT * ahead
    for other_seat, side in enumerate(board.teams):
        weight = _evaluate_summoner(board, book, other_seat) + sum(
            _evaluate_figure(board, book, figure_id) for figure_id in board.figures_of(other_seat)
        )
        score += weight if side == team else -weight
    return score - APPROACH * sum(
        _rival_distance(board, book, figure_id) for figure_id in board.figures_of(seat)
    )


def _evaluate_summoner(board: Board, book: Book, seat: Seat) -> float:
    """Weighs the cards of a hand, and the gears that were collected for upgrades (SA-802)."""
    summoner = board.summoners[seat]
    score = CARD * min(len(summoner.hand), hand_size(board, book, seat))
    if board.options.chapter == 4:
        collected = restrictions.count_gears(book, summoner.discards)
        for figure_id in board.figures_of(seat):
            if not board.figures[figure_id].upgraded:
                cost = book.characters[board.figures[figure_id].code].cost
                score += GEAR * sum(min(count, collected[gear]) for gear, count in cost.items())
    return score


def _evaluate_figure(board: Board, book: Book, figure_id: FigureId) -> float:
    """Weighs a figure; one that is knocked out as it will come back (SA-207)."""
    figure = board.figures[figure_id]
    base = printed_values(board, book, figure_id)
    score = UPGRADE * figure.upgraded
    if not figure.hp:
        return score + HEALTH * base.vp + NEAR_GOLD[BACK_ROW]
    score += HEALTH * base.vp * figure.hp / base.hp + _evaluate_statuses(figure, figure_id == board.active)
    if figure.at:
        score += NEAR_GOLD[min(book.arena.distances[figure.at][space] for space in book.arena.golden)]
    return score


def _rival_distance(board: Board, book: Book, figure_id: FigureId) -> int:
    """Returns how far the nearest rival is, for a figure that could go there."""
    at = board.figures[figure_id].at
    return (
        min(
            (book.arena.distances[at][board.figures[rival].at] for rival in board.rivals_of(figure_id)),
            default=0,
        )
        if at
        else 0
    )


def _evaluate_statuses(figure: Figure, active: bool) -> float:
    return sum(
        STATUS[status] * (count - (status in OWN_TURN and not active))
        for status, count in figure.statuses.items()
    )
