"""Swiss rounds at larger tables: scores meet, opponents seldom again, seats are balanced."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from ..facts import Player
from ..plan import Unplayed
from . import pods, seats
from .criteria import Criteria
from .due import PairingResult, RoundInput, Tables


def propose_round(due: RoundInput) -> PairingResult:
    """Returns a round whose byes are for the lowest scores, for nobody twice, and whose tables cost least.

    That is exact up to 12 players, and beyond as far as swaps improve it. Then of all orders of the seats it
    is the best at each table.
    """
    return pods.propose_pods(due, _make_layout(due), round_costs)


def propose_together(due: RoundInput, one: Player, other: Player) -> PairingResult:
    """Returns the round of least cost in which these two sit together."""
    return pods.propose_pods(due, _make_layout(due, (one, other)), round_costs, (one, other))


def round_costs(due: RoundInput, tables: Tables, byes: Mapping[Player, Unplayed]) -> Mapping[str, int]:
    """Returns what a round costs, in the order of weight.

    `byes_again` and `bye_score` are as at tables of two; `rematches` is how often those at a table have met,
    and `floats` the difference of their scores, in units, squared, both for each two of them. Then the seats.
    """
    criteria = Criteria(due)
    without = [criteria.cost_of_pair(who, None) for who, kind in byes.items() if kind == "bye"]
    scores = criteria.scores
    return {
        "byes_again": sum(cost[1] for cost in without),
        "bye_score": sum(cost[2] for cost in without),
        "rematches": pods.count_rematches(criteria.past_games, tables),
        "floats": sum((scores[a] - scores[b]) ** 2 for table in tables for a, b in combinations(table, 2)),
        **seats.seat_costs(criteria.past_games, tables),
    }


def _make_layout(due: RoundInput, kept: Sequence[Player] = ()) -> pods.Layout:
    criteria = Criteria(due)
    scores = criteria.scores
    order = sorted(due.players, key=lambda who: (-scores[who], due.lots[who], who))
    sizes = pods.require_table_sizes(due, len(order))
    lowest = sorted(
        (who for who in reversed(order) if who not in kept),
        key=lambda who: criteria.cost_of_pair(who, None)[:3],
    )
    byes = lowest[: len(order) - sum(sizes)]
    seated = iter(who for who in order if who not in byes)
    start = [[next(seated) for _ in range(size)] for size in sizes]
    return pods.Layout(order, byes, start, lambda one, other: (scores[one] - scores[other]) ** 2)
