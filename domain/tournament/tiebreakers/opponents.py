"""Tie-breakers by the strength of opponents (FIDE C.07, 8 and 9; Magic tournament rules, C)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction

from ..facts import Player
from ..scoring.history import Game, divide_exactly
from ..scoring.results import Exact
from .field import VOLUNTARY_ABSENCES, StageField
from .tally import Line, Note, Tally, line_of


def buchholz_tally(field: StageField, player: Player, lowest: int = 0, highest: int = 0) -> Tally:
    """Returns the sum of the opponents' scores, without some of the *lowest* and *highest*.

    Cuts take rounds that the player chose not to play first (16.5).
    """
    games = field.games[player]
    strengths = [field.opponent_strength(player, game) for game in games]
    cut_games = _cut_games(games, strengths, lowest, highest) if lowest or highest else frozenset[int]()
    value = divide_exactly(sum(strength for i, strength in enumerate(strengths) if i not in cut_games))
    return Tally(value, lambda: _game_lines(field, games, strengths, cut_games))


def _cut_games(
    games: Sequence[Game], strengths: Sequence[Exact], lowest: int, highest: int
) -> frozenset[int]:
    """Returns the indices of the *games* that are cut."""
    order = sorted(
        range(len(games)),
        key=lambda i: (games[i].unplayed not in VOLUNTARY_ABSENCES, strengths[i], games[i].round),
    )
    cut_games, counted = order[:lowest], order[lowest:]
    if highest:
        counted.sort(key=strengths.__getitem__)
        cut_games += counted[-highest:]
    return frozenset(cut_games)


def sonneborn_berger(field: StageField, player: Player) -> Tally:
    """Returns the sum of the opponents' scores times the points against each (9.1)."""
    games = field.games[player]
    values = [_weighted_points(field, player, game) for game in games]
    return Tally(divide_exactly(sum(values)), lambda: _game_lines(field, games, values))


def _game_lines(
    field: StageField, games: Sequence[Game], values: Sequence[Exact], cut_games: Collection[int] = ()
) -> list[Line]:
    """Returns the lines of *games* with their values, and marks the *cut* ones."""
    return [
        line_of(game, value, "cut" if i in cut_games else _note_of(field, game))
        for i, (game, value) in enumerate(zip(games, values, strict=True))
    ]


def _note_of(field: StageField, game: Game) -> Note:
    """Returns the reason why the value of a game differs from the shown scores."""
    if game.unplayed is not None:
        return "virtual"
    if any(field.adjusted_scores[opponent] != field.scores[opponent] for opponent in game.against):
        return "adjusted"
    return ""


def _weighted_points(field: StageField, player: Player, game: Game) -> Exact:
    if game.unplayed is not None:
        return divide_exactly(field.opponent_strength(player, game) * game.points)
    total = sum(
        field.adjusted_scores[opponent] * field.points_against(game, opponent) for opponent in game.against
    )
    return divide_exactly(total, len(game.against))


RATE_FLOOR = Fraction(33, 100)
"""Least rate of an opponent in the average."""


def opponents_rate(field: StageField, player: Player) -> Tally:
    """Returns the average point rate of all opponents met, 0 without any."""
    games = [game for game in field.games[player] if game.unplayed is None]
    rates = [max(field.point_rates[opponent], RATE_FLOOR) for game in games for opponent in game.against]
    average = divide_exactly(sum(rates), len(rates)) if rates else 0
    return Tally(
        average,
        lambda: [_opponent_line(field, game, opponent) for game in games for opponent in game.against],
        True,
    )


def _opponent_line(field: StageField, game: Game, opponent: Player) -> Line:
    """Returns the line of an *opponent* in a *game*."""
    rate = field.point_rates[opponent]
    note: Note = "floor" if rate < RATE_FLOOR else ""
    return Line(max(rate, RATE_FLOOR), game.round, (opponent,), note=note, seq=game.seq)
