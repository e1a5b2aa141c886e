"""Single elimination: whoever loses is out; byes are for the best seeds."""

from __future__ import annotations

from ...messages import Message
from ..facts import Player
from ..refusals import Refused
from . import bracket
from .due import Drawn, Due


def pair(due: Due) -> Drawn:
    """Returns the next round of a bracket; where announced, who lost before the final play for third place.

    The winners of neighbouring matches meet. Who has no opponent left has a bye; a round in which nobody
    could meet is left out. Raises `Refused` once the stage is decided.
    """
    slots = bracket.seeded(due.seeds)
    lost: list[Player] = []
    for known in due.before:
        results = bracket.outcomes(slots, known)
        slots = [result.winner for result in results]
        lost = [who for result in results for who in result.losers]
    while len(slots) > 1:
        tables, byes = bracket.meetings(due, slots)
        if due.plan.third_place and len(slots) == 2:
            third = [who for who in lost if who in due.playing]
            tables += [bracket.turns(due, third)] if len(third) == 2 else []
        if tables:
            return Drawn(tuple(tables), dict.fromkeys(byes, "bye"))
        pairs = zip(slots[::2], slots[1::2], strict=True)
        slots = [next((who for who in pair if who in byes), None) for pair in pairs]
    raise Refused(Message("This stage is decided."))
