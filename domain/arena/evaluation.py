"""How well a Summoner stands: what a bot pursues. It counts only what lies open.

The unit is a tenth of a Victory Point. The weights are estimates, made to be compared after a turn has ended.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..model import Seat
from . import restrictions
from .board import Board, Figure
from .book import Book
from .defaults import hand_size, printed_values
from .facts import Status, Who

POINT = 10.0
HEALTH = 5.0
"""What all HP of a character are worth for a Victory Point on its tile: half of losing that."""
CARD = 1.0
"""A card of the hand, as far as the hand limit lets it be kept."""
UPGRADE, GEAR = 6.0, 0.4
"""An upgraded side, and each gear collected on the way to it."""
NEAR_GOLD = (5.0, 2.0, 1.0, 0.4, 0.0, 0.0, 0.0)
"""A figure by its distance from the nearest golden space: on it there may be a Victory Point to come."""
BACK_ROW = 3
"""How far from gold a knocked out figure will come back."""
APPROACH = 0.3
"""Each space between an own figure and the nearest rival: a little, so that nobody stands idle."""
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
"""What a counter is worth to its bearer, if it still counts."""
OWN_TURN = ("immobilized", "shrunken", "strong")
"""Statuses for the bearer's own turn: a figure that waits for it loses a counter before they count."""


def evaluate(board: Board, book: Book, seat: Seat) -> float:
    """Returns the standing of *seat*'s team against the rivals: VP above all, then HP, place and cards."""
    team = board.teams[seat]
    ahead = board.points[team] - board.points[1 - team]
    if board.stage == "over":
        return DECIDED_POINT * ahead
    standing = POINT * ahead
    for other, side in enumerate(board.teams):
        weight = _evaluate_summoner(board, book, other) + sum(
            _evaluate_figure(board, book, who) for who in board.figures_of(other)
        )
        standing += weight if side == team else -weight
    return standing - APPROACH * sum(_rival_distance(board, book, who) for who in board.figures_of(seat))


def _evaluate_summoner(board: Board, book: Book, seat: Seat) -> float:
    """Weighs the cards of a hand, and the gears that were collected for upgrades (SA-802)."""
    mine = board.summoners[seat]
    standing = CARD * min(len(mine.hand), hand_size(board, book, seat))
    if board.options.chapter == 4:
        collected = restrictions.count_gears(book, mine.discards)
        for who in board.figures_of(seat):
            if not board.figures[who].upgraded:
                cost = book.characters[board.figures[who].code].cost
                standing += GEAR * sum(min(count, collected[gear]) for gear, count in cost.items())
    return standing


def _evaluate_figure(board: Board, book: Book, who: Who) -> float:
    """Weighs a figure; one that is knocked out as it will come back (SA-207)."""
    figure = board.figures[who]
    printed = printed_values(board, book, who)
    standing = UPGRADE * figure.upgraded
    if not figure.hp:
        return standing + HEALTH * printed.vp + NEAR_GOLD[BACK_ROW]
    standing += HEALTH * printed.vp * figure.hp / printed.hp + _evaluate_statuses(figure, who == board.active)
    if figure.at:
        standing += NEAR_GOLD[min(book.arena.distances[figure.at][space] for space in book.arena.golden)]
    return standing


def _rival_distance(board: Board, book: Book, who: Who) -> int:
    """Returns how far the nearest rival is, for a figure that could go there."""
    at = board.figures[who].at
    return (
        min((book.arena.distances[at][board.figures[rival].at] for rival in board.rivals_of(who)), default=0)
        if at
        else 0
    )


def _evaluate_statuses(figure: Figure, active: bool) -> float:
    return sum(
        STATUS[status] * (count - (status in OWN_TURN and not active))
        for status, count in figure.statuses.items()
    )
