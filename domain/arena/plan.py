"""How well a Summoner stands: what a bot pursues. It counts only what lies open.

The unit is a tenth of a Victory Point. The weights are estimates, made to be compared after a turn has ended.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from ..words import Seat
from . import bars
from .board import Board, Figure
from .book import Book
from .facts import Status, Team, Who
from .standards import hand_size

POINT = 10.0
WOUNDS = 5.0
"""What all HP of a character are worth for each Victory Point on its tile: half of the way to losing those."""
CARD = 1.0
"""A card of the hand, as far as the hand limit lets it be kept."""
UPGRADE, GEAR = 6.0, 0.4
"""An upgraded side, and each gear collected on the way to it."""
NEAR_GOLD = (5.0, 2.0, 1.0, 0.4, 0.0, 0.0, 0.0)
"""A figure by its distance from the nearest golden space: on it there may be a Victory Point to come."""
BACK_ROW = 3
"""How far from gold a knocked out figure will come back."""

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


def worth(board: Board, book: Book, seat: Seat) -> float:
    """Returns the standing of *seat*'s team against the rivals: VP above all, then HP, place and cards."""
    team = board.teams[seat]
    if board.stage == "over":
        return 100 * POINT * (board.points[team] - board.points[1 - team])
    return _side(board, book, team) - _side(board, book, 1 - team)


def _side(board: Board, book: Book, team: Team) -> float:
    standing = POINT * board.points[team]
    for seat, mine in enumerate(board.summoners):
        if board.teams[seat] == team:
            limit = hand_size(board, book, seat)
            collected = bars.gears(book, mine.discards) if board.options.chapter == 4 else Counter()
            standing += CARD * min(len(mine.hand), limit)
            for who in board.own(seat):
                standing += _figure(board, book, who)
                if not board.figures[who].upgraded:
                    cost = Counter(book.characters[board.figures[who].code].cost)
                    standing += GEAR * (cost & collected).total()
    return standing


def _figure(board: Board, book: Book, who: Who) -> float:
    """Weighs a figure; one that is knocked out as it will come back (SA-207)."""
    figure = board.figures[who]
    character = book.characters[figure.code]
    standing = UPGRADE * figure.upgraded
    if not figure.hp:
        return standing + WOUNDS * character.vp + NEAR_GOLD[BACK_ROW]
    standing += WOUNDS * character.vp * figure.hp / character.hp + _statuses(figure, who == board.active)
    if figure.at:
        standing += NEAR_GOLD[min(book.arena.apart[figure.at][space] for space in book.arena.golden)]
    return standing


def _statuses(figure: Figure, active: bool) -> float:
    return sum(
        STATUS[status] * (count - (status in OWN_TURN and not active))
        for status, count in figure.statuses.items()
    )
