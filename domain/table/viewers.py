"""The viewers of a match."""

from __future__ import annotations

from ..model import CHANCE, Viewer
from ..rules import Rules
from ..script import B, K
from .match import Match


def all_viewers(rules: Rules[B, K], match: Match[B]) -> tuple[Viewer, ...]:
    """Returns the spectator, each seat, and the judge with access to everything."""
    seats = range(match.settings.seats)
    board = match.position.board
    return (
        Viewer("spectator", frozenset()),
        *(rules.seat_viewer(board, seat) for seat in seats),
        Viewer("judge", frozenset((CHANCE, *seats))),
    )
