"""The numbers of tables: the best is the first, and who needs the same table all the time keeps it."""

from __future__ import annotations

from itertools import count

from ..facts import Seating
from .round_input import RoundInput, Tables


def number_tables(round_input: RoundInput, tables: Tables) -> tuple[Seating, ...]:
    """Returns *tables* with their numbers, from 1; whoever registered a need keeps the table it had last.

    Where two who meet keep one each, it is that of the first turn; where one number is wanted twice, the
    better table keeps it.
    """
    had = {
        player: n
        for round_ in round_input.earlier_rounds
        for n, table in round_.tables.items()
        for player in table.seats
    }
    kept_numbers: dict[int, int] = {}
    for index, seats in enumerate(tables):
        needed = [
            had[player] for player in seats if round_input.t.players[player].registered.need and player in had
        ]
        if wanted_numbers := [number for number in needed if number not in kept_numbers.values()]:
            kept_numbers[index] = wanted_numbers[0]
    free_numbers = (number for number in count(1) if number not in kept_numbers.values())
    seatings = [
        Seating(kept_numbers.get(index) or next(free_numbers), seats) for index, seats in enumerate(tables)
    ]
    return tuple(sorted(seatings, key=lambda seating: seating.number))
