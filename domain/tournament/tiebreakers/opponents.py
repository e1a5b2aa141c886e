"""The opponents' point rate: in the Magic tournament rules (appendix C), their match-win percentage."""

from __future__ import annotations

from fractions import Fraction

from ..facts import Player
from ..history import exact
from .field import Field
from .tally import Line, Note, Tally

FLOOR = Fraction(33, 100)
"""Nobody's rate counts as less for the opponents."""


def rate(field: Field, who: Player) -> Tally:
    """Returns the average of the rates of all opponents whom the player met; 0 if it met none."""
    lines = []
    for game in field.games[who]:
        for other in game.against if game.unplayed is None else ():
            theirs = field.rates[other]
            note: Note = "floor" if theirs < FLOOR else ""
            lines.append(Line(max(theirs, FLOOR), game.round, (other,), note=note, seq=game.seq))
    average = exact(sum(line.value for line in lines), len(lines)) if lines else 0
    return Tally(average, lines, average=True)
