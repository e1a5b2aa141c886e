"""Tie-breakers of a player's own: scores of the games, wins, placings, and the lot that is drawn."""

from __future__ import annotations

from ..facts import Player
from ..history import exact
from .field import Field
from .tally import Tally, line_of


def game_scores(field: Field, who: Player) -> Tally:
    """Returns what the player scored in all games, such as victory points."""
    lines = [line_of(game, game.score) for game in field.games[who] if game.score]
    return Tally(sum(game.score for game in field.games[who]), lines)


def wins(field: Field, who: Player) -> Tally:
    """Returns in how many rounds the player won, or got as much without playing (FIDE C.07, 7.1)."""
    won = [
        game
        for game in field.games[who]
        if (field.share(game) if game.unplayed else min(game.against.values())) == 1
    ]
    lines = [line_of(game, 1) for game in won]
    return Tally(len(lines), lines)


def placings(field: Field, who: Player) -> Tally:
    """Returns what part of its opponents the player came ahead of, on average of the rounds it played."""
    lines = [
        line_of(game, exact(sum(game.against.values()), len(game.against)))
        for game in field.games[who]
        if game.unplayed is None
    ]
    average = exact(sum(line.value for line in lines), len(lines)) if lines else 0
    return Tally(average, lines, average=True)


def drawn(field: Field, who: Player) -> Tally:
    """Returns the lot of the player."""
    return Tally(field.lot(who), ())
