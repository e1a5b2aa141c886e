"""Withdrawals from a round robin: whose games still count (FIDE's competition rules for round robins)."""

from __future__ import annotations

from .facts import Player
from .state import Table, Tournament


def annulled_players(t: Tournament, stage: int) -> frozenset[Player]:
    """Returns who left a round robin before half of its games were played: none of them count.

    Of who left later, all count, and those that were left are lost.
    """
    if t.plan_of(stage).format != "round_robin":
        return frozenset()
    rounds = t.rounds_of(stage)
    everybody = {player for round_ in rounds for player in round_.players}
    games = (len(everybody) - 1) * t.plan_of(stage).legs
    game_counts = dict.fromkeys(everybody, 0)
    for round_ in rounds:
        for table in round_.tables.values():
            for seat, player in enumerate(table.seats):
                if table.result is not None and table.result.unplayed_kind(seat) is None:
                    game_counts[player] += 1
    leavers = (player for player in everybody if t.players[player].attendance != "playing")
    return frozenset(player for player in leavers if game_counts[player] * 2 < games)


def annulling_players(table: Table, withdrawn: frozenset[Player]) -> tuple[Player, ...]:
    """Returns the players of a table whose withdrawal annuls its result, none without a result."""
    return tuple(player for player in table.seats if player in withdrawn) if table.result is not None else ()
