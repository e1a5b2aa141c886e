"""Starting ranks, the numbers of players in a report of a stage."""

from __future__ import annotations

from itertools import count

from ..facts import Player, Seating
from ..lots.seeds import seed_ranking
from ..state import Tournament
from . import berger
from .round_input import RoundInput, Tables


def starting_ranks(t: Tournament, stage: int) -> tuple[Player, ...]:
    """Returns the players of a *stage* in the order of their numbers in its engine.

    A round robin uses the numbers of its Berger table, the Dutch system its pairing numbers. Before the first
    pairing lots stay hidden, and equal ratings keep the order of registration.
    """
    entrants, plan = t.entrants(stage), t.plan_of(stage)
    if t.rounds_of(stage) and plan.format == "round_robin":
        numbers = berger.player_numbers(RoundInput(t, stage, len(t.rounds_of(stage)) + 1, {}, ()))
        return tuple(dict.fromkeys((*(player for player in numbers if player is not None), *entrants)))
    if t.rounds_of(stage) and (plan.engine == "dutch" or t.report is not None):
        return seed_ranking(t, stage)
    return tuple(sorted(entrants, key=lambda player: -(t.players[player].registration.rating or 0)))


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
