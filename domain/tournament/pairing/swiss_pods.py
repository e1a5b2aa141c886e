"""Swiss rounds at larger tables: scores meet, opponents seldom again, seats are balanced."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from ..facts import Player
from ..plan import Unplayed
from . import pods, seats
from .criteria import Criteria
from .round_input import PairingResult, RoundInput, Tables


def propose_round(round_input: RoundInput) -> PairingResult:
    """Returns a round whose byes are for the lowest scores, for nobody twice, and whose tables cost least.

    That is exact up to 12 players, and beyond as far as swaps improve it. Then of all orders of the seats it
    is the best at each table.
    """
    return pods.propose_pods(round_input, _make_layout(round_input), round_costs)


def propose_together(round_input: RoundInput, player: Player, opponent: Player) -> PairingResult:
    """Returns the round of least cost in which these two sit together."""
    return pods.propose_pods(
        round_input, _make_layout(round_input, (player, opponent)), round_costs, (player, opponent)
    )


def round_costs(
    round_input: RoundInput, tables: Tables, byes: Mapping[Player, Unplayed]
) -> Mapping[str, int]:
    """Returns what a round costs, in the order of weight.

    `byes_again` and `bye_score` are as at tables of two; `rematches` is how often those at a table have met,
    and `floats` the difference of their scores, in units, squared, both for each two of them. Then the seats.
    """
    criteria = Criteria(round_input)
    without = [criteria.cost_of_pair(player, None) for player, kind in byes.items() if kind == "bye"]
    scores = criteria.scores
    return {
        "byes_again": sum(cost[1] for cost in without),
        "bye_score": sum(cost[2] for cost in without),
        "rematches": pods.count_rematches(criteria.past_games, tables),
        "floats": sum((scores[a] - scores[b]) ** 2 for table in tables for a, b in combinations(table, 2)),
        **seats.seat_costs(criteria.past_games, tables),
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
