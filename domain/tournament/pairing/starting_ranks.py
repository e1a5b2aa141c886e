"""Starting ranks, the numbers of players in a report of a stage."""

from __future__ import annotations

from ..facts import Player
from ..lots.seeds import seed_ranking
from ..state import Tournament
from . import berger
from .round_input import RoundInput


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
