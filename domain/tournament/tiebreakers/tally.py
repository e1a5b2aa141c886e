"""Values of tie-breakers with the lines behind them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple, TypeAlias

from ..facts import Player
from ..plan import Unplayed
from ..scoring.history import Game, divide_exactly
from ..scoring.results import Exact
from .field import StageField

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


def game_scores(field: StageField, player: Player) -> Tally:
    """Returns the total of a player's game scores, such as victory points."""
    games = field.games[player]
    value = sum(game.score for game in games)
    return Tally(value, lambda: [line_of(game, game.score) for game in games if game.score])


def win_count(field: StageField, player: Player) -> Tally:
    """Returns the number of rounds won, or worth a win without a game (FIDE C.07, 7.1)."""
    won_games = [
        game
        for game in field.games[player]
        if (field.share_of_win(game) if game.unplayed else min(game.against.values())) == 1
    ]
    return Tally(len(won_games), lambda: [line_of(game, 1) for game in won_games])


def average_placing(field: StageField, player: Player) -> Tally:
    """Returns the average share of opponents behind the player in played rounds."""
    games = [game for game in field.games[player] if game.unplayed is None]
    values = [divide_exactly(sum(game.against.values()), len(game.against)) for game in games]
    average = divide_exactly(sum(values), len(values)) if values else 0
    return Tally(average, lambda: [*map(line_of, games, values)], average=True)


def drawn_lot(field: StageField, player: Player) -> Tally:
    """Returns the lot of the player."""
    return Tally(field.lot(player), tuple)
