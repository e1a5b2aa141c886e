"""Table numbers, best table first, with fixed tables for players who need them."""

from __future__ import annotations

from itertools import count

from ..facts import Seating
from .round_input import RoundInput, Tables


def number_tables(round_input: RoundInput, tables: Tables) -> tuple[Seating, ...]:
    """Returns *tables* with numbers from 1; a registered need keeps the player's last table.

    If two opponents each keep a table, the first turn's counts. If two tables keep one number, the better
    table has it.
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
            had[player]
            for player in seats
            if round_input.t.players[player].registration.need and player in had
        ]
        if wanted_numbers := [number for number in needed if number not in kept_numbers.values()]:
            kept_numbers[index] = wanted_numbers[0]
    free_numbers = (number for number in count(1) if number not in kept_numbers.values())
    seatings = [
        Seating(kept_numbers.get(index) or next(free_numbers), seats) for index, seats in enumerate(tables)
    ]
    return tuple(sorted(seatings, key=lambda seating: seating.number))
