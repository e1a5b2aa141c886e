"""Tie-breakers by a player's own games, such as scores, wins, placings and the lot."""

from __future__ import annotations

from ..facts import Player
from ..scoring.history import divide_exactly
from .field import StageField
from .tally import Tally, line_of


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
