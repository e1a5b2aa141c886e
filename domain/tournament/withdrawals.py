"""Withdrawals from a round robin: whose games still count (FIDE's competition rules for round robins)."""

from __future__ import annotations

from .facts import Player
from .state import Table, Tournament


def annulled_players(t: Tournament, stage: int) -> frozenset[Player]:
    """Returns who left a round robin before half of its games were played: none of them count.

    Of who left later, all count, and those that were left are lost.
    """
    if t.plan(stage).format != "round_robin":
        return frozenset()
    rounds = t.rounds_of(stage)
    everybody = {who for known in rounds for who in known.players}
    games = (len(everybody) - 1) * t.plan(stage).legs
    played = dict.fromkeys(everybody, 0)
    for known in rounds:
        for table in known.tables.values():
            for seat, who in enumerate(table.seats):
                if table.result is not None and table.result.unplayed_kind(seat) is None:
                    played[who] += 1
    left = (who for who in everybody if t.players[who].attendance != "playing")
    return frozenset(who for who in left if played[who] * 2 < games)


def annulling_players(table: Table, withdrawn: frozenset[Player]) -> tuple[Player, ...]:
    """Returns the players of a table whose withdrawal annuls its result, none without a result."""
    return tuple(who for who in table.seats if who in withdrawn) if table.result is not None else ()
