"""The numbers of tables: the best is the first, and who needs the same table all the time keeps it."""

from __future__ import annotations

from itertools import count

from ..facts import Seating
from .due import RoundInput, Tables


def number_tables(due: RoundInput, tables: Tables) -> tuple[Seating, ...]:
    """Returns *tables* with their numbers, from 1; whoever registered a need keeps the table it had last.

    Where two who meet keep one each, it is that of the first turn; where one number is wanted twice, the
    better table keeps it.
    """
    had = {who: n for known in due.earlier_rounds for n, table in known.tables.items() for who in table.seats}
    kept: dict[int, int] = {}
    for place, seats in enumerate(tables):
        needed = [had[who] for who in seats if due.t.players[who].registered.need and who in had]
        if wanted := [number for number in needed if number not in kept.values()]:
            kept[place] = wanted[0]
    free = (number for number in count(1) if number not in kept.values())
    found = [Seating(kept.get(place) or next(free), seats) for place, seats in enumerate(tables)]
    return tuple(sorted(found, key=lambda seating: seating.number))
