"""Who may look at a match."""

from __future__ import annotations

from ..decider import Rules
from ..model import CHANCE, Viewer
from ..script import B, K
from .match import Match


def viewers(rules: Rules[B, K], match: Match[B]) -> tuple[Viewer, ...]:
    """Returns everyone who may look: the spectator, each seat, and the judge, who sees all."""
    seats = range(match.opened.seats)
    board = match.position.board
    return (
        Viewer("spectator", frozenset()),
        *(rules.seat_viewer(board, seat) for seat in seats),
        Viewer("judge", frozenset((CHANCE, *seats))),
    )
