"""The opponents' point rate: in the Magic tournament rules (appendix C), their match-win percentage."""

from __future__ import annotations

from fractions import Fraction

from ..facts import Player
from ..history import Game, divide_exactly
from .field import Field
from .tally import Line, Note, Tally

FLOOR = Fraction(33, 100)
"""Nobody's rate counts as less for the opponents."""


def rate(field: Field, who: Player) -> Tally:
    """Returns the average of the rates of all opponents whom the player met; 0 if it met none."""
    games = [game for game in field.games[who] if game.unplayed is None]
    rates = [max(field.rates[other], FLOOR) for game in games for other in game.against]
    average = divide_exactly(sum(rates), len(rates)) if rates else 0
    return Tally(
        average, lambda: [_line(field, game, other) for game in games for other in game.against], True
    )


def _line(field: Field, game: Game, opponent: Player) -> Line:
    """Returns the line of an *opponent* whom a player met in a *game*."""
    rate = field.rates[opponent]
    note: Note = "floor" if rate < FLOOR else ""
    return Line(max(rate, FLOOR), game.round, (opponent,), note=note, seq=game.seq)
