"""Values of tie-breakers with the lines behind them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple, TypeAlias

from ..facts import Player
from ..plan import Unplayed
from ..scoring.history import Game
from ..scoring.results import Exact

Note: TypeAlias = Literal["", "cut", "floor", "missing", "virtual", "adjusted"]
"""Special case of a line: cut, raised to the floor, without a meeting, virtual, or adjusted for final
unplayed rounds."""


class Line(NamedTuple):
    """Part of a value from a round or an opponent; fact `seq` caused it, 0 without a fact."""

    value: Exact
    round: int = 0
    opponents: tuple[Player, ...] = ()
    unplayed: Unplayed | None = None
    note: Note = ""
    seq: int = 0


class Tally(NamedTuple):
    """Value and its lines, as their sum or their average.

    `make_lines` is lazy, because standings need the values alone.
    """

    value: Exact
    make_lines: Callable[[], Sequence[Line]]
    average: bool = False


def line_of(game: Game, value: Exact, note: Note = "") -> Line:
    """Returns the line of a *game* that adds *value*."""
    return Line(value, game.round, tuple(game.against), game.unplayed, note, game.seq)
