"""Swiss rounds at larger tables, by scores, rematches and seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from ..facts import Player
from ..plan import Unplayed
from . import pods
from .criteria import Criteria
from .round_input import PairingResult, RoundInput, Tables


def propose_round(round_input: RoundInput) -> PairingResult:
    """Returns a round with byes for the lowest scores, none twice, and tables of least cost.

    The search is exact up to 12 players, and improves larger rounds by swaps. The order of seats at each
    table is the best.
    """
    return pods.propose_pods(round_input, _make_layout(round_input), round_costs)


def propose_together(round_input: RoundInput, player: Player, opponent: Player) -> PairingResult:
    """Returns the round of least cost with these two players at one table."""
    return pods.propose_pods(
        round_input, _make_layout(round_input, (player, opponent)), round_costs, (player, opponent)
    )


def round_costs(
    round_input: RoundInput, tables: Tables, byes: Mapping[Player, Unplayed]
) -> Mapping[str, int]:
    """Returns the costs of a round in the order of weight.

    `byes_again` and `bye_score` are as at tables of two. For every two players of a table, `rematches` counts
    earlier meetings and `floats` adds the difference of their scores in units, squared. The costs of seats
    follow.
    """
    criteria = Criteria(round_input)
    without = [criteria.cost_of_pair(player, None) for player, kind in byes.items() if kind == "bye"]
    scores = criteria.scores
    return {
        "byes_again": sum(cost[1] for cost in without),
        "bye_score": sum(cost[2] for cost in without),
        "rematches": pods.count_rematches(criteria.past_games, tables),
        "floats": sum((scores[a] - scores[b]) ** 2 for table in tables for a, b in combinations(table, 2)),
        **pods.seat_costs(criteria.past_games, tables),
    }


def _make_layout(round_input: RoundInput, fixed: Sequence[Player] = ()) -> pods.Layout:
    criteria = Criteria(round_input)
    scores = criteria.scores
    order = sorted(
        round_input.players, key=lambda player: (-scores[player], round_input.lots[player], player)
    )
    sizes = pods.require_table_sizes(round_input, len(order))
    lowest = sorted(
        (player for player in reversed(order) if player not in fixed),
        key=lambda player: criteria.cost_of_pair(player, None)[:3],
    )
    byes = lowest[: len(order) - sum(sizes)]
    seat_order = iter(player for player in order if player not in byes)
    start = [[next(seat_order) for _ in range(size)] for size in sizes]
    return pods.Layout(order, byes, start, lambda first, second: (scores[first] - scores[second]) ** 2)
