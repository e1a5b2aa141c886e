"""The opponents' point rate: in the Magic tournament rules (appendix C), their match-win percentage."""

from __future__ import annotations

from fractions import Fraction

from ..facts import Player
from ..history import Game, divide_exactly
from .field import StageField
from .tally import Line, Note, Tally

FLOOR = Fraction(33, 100)
"""Nobody's rate counts as less for the opponents."""


def opponents_rate(field: StageField, player: Player) -> Tally:
    """Returns the average of the rates of all opponents whom the player met; 0 if it met none."""
    games = [game for game in field.games[player] if game.unplayed is None]
    rates = [max(field.point_rates[opponent], FLOOR) for game in games for opponent in game.against]
    average = divide_exactly(sum(rates), len(rates)) if rates else 0
    return Tally(
        average,
        lambda: [_opponent_line(field, game, opponent) for game in games for opponent in game.against],
        True,
    )


def _opponent_line(field: StageField, game: Game, opponent: Player) -> Line:
    """Returns the line of an *opponent* whom a player met in a *game*."""
    rate = field.point_rates[opponent]
    note: Note = "floor" if rate < FLOOR else ""
    return Line(max(rate, FLOOR), game.round, (opponent,), note=note, seq=game.seq)
