"""How a tie-breaker came about: its value, and a line for each thing that went into it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple, TypeAlias

from ..facts import Player
from ..history import Game
from ..plan import Unplayed
from ..results import Exact

Note: TypeAlias = Literal["", "cut", "floor", "missing", "virtual", "adjusted"]
"""What is special in a line: it is cut away; the floor is higher; the players have not met; the opponent is
virtual; or it counts otherwise than its score, because it did not play its last rounds."""


class Line(NamedTuple):
    """What a round, or an opponent, adds; fact `seq` told it, 0 where none did."""

    value: Exact
    round: int = 0
    opponents: tuple[Player, ...] = ()
    unplayed: Unplayed | None = None
    note: Note = ""
    seq: int = 0


class Tally(NamedTuple):
    """A value, and the lines that it is made of: their sum, or their average.

    `make_lines` makes the lines on demand: standings of 1,000 players need the values alone.
    """

    value: Exact
    make_lines: Callable[[], Sequence[Line]]
    average: bool = False


def line_of(game: Game, value: Exact, note: Note = "") -> Line:
    """Returns the line of a *game* that adds *value*."""
    return Line(value, game.round, tuple(game.against), game.unplayed, note, game.seq)
