"""Buchholz and Sonneborn-Berger: how strong those were whom a player met or beat (FIDE C.07, 8 and 9)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ..facts import Player
from ..history import Game, divide_exactly
from ..results import Exact
from .field import VOLUNTARY_ABSENCES, StageField
from .tally import Line, Note, Tally, line_of


def buchholz_tally(field: StageField, player: Player, lowest: int = 0, highest: int = 0) -> Tally:
    """Returns the sum of the opponents' scores, but for so many of the *lowest* and the *highest*.

    Rounds that the player chose not to play are cut before all others (16.5).
    """
    games = field.games[player]
    strengths = [field.opponent_strength(player, game) for game in games]
    cut_games = _cut_games(games, strengths, lowest, highest) if lowest or highest else frozenset[int]()
    value = divide_exactly(sum(strength for i, strength in enumerate(strengths) if i not in cut_games))
    return Tally(value, lambda: _game_lines(field, games, strengths, cut_games))


def _cut_games(
    games: Sequence[Game], strengths: Sequence[Exact], lowest: int, highest: int
) -> frozenset[int]:
    """Returns the indices of the *games* that are cut away."""
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
    """Returns the sum of the scores of the opponents, each times the points scored against it (9.1)."""
    games = field.games[player]
    values = [_weighted_points(field, player, game) for game in games]
    return Tally(divide_exactly(sum(values)), lambda: _game_lines(field, games, values))


def _game_lines(
    field: StageField, games: Sequence[Game], values: Sequence[Exact], cut_games: Collection[int] = ()
) -> list[Line]:
    """Returns the lines of *games*, each with the *value* that it adds unless it is *cut_games* away."""
    return [
        line_of(game, value, "cut" if i in cut_games else _note_of(field, game))
        for i, (game, value) in enumerate(zip(games, values, strict=True))
    ]


def _note_of(field: StageField, game: Game) -> Note:
    """Returns the reason why the value of a game does not follow from the scores shown, if there is one."""
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
