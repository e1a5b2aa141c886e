"""First of equally good pairings of a bracket in rule order (C.04.3, articles 3 and 4)."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from .bracket import DutchBracket
from .optimum import Criterion, OptimalMatching, edge_of


def settle_pairs(bracket: DutchBracket, optimum: OptimalMatching) -> None:
    """Settles all pairs of a *bracket*, first those of players moved down."""
    _choose_moved(bracket, optimum)
    _assign_partners(
        optimum, [node for node in bracket.moved_down if optimum.matching[node] in bracket.residents]
    )
    remainder = [node for node in bracket.residents if node in optimum.partners]
    _assign_partners(optimum, _exchange_players(optimum, remainder))


def _choose_moved(bracket: DutchBracket, optimum: OptimalMatching) -> None:
    """Fixes the players moved down who float again, the last ones where criteria allow it."""
    criteria = []
    for node in bracket.moved_down:
        leaving = [edge for edge in optimum.edges_of(node) if bracket.leaves_bracket(edge)]
        criteria.append(Criterion(dict.fromkeys(leaving, 1), 1, node))
    optimum.minimise_costs(criteria)


def _exchange_players(optimum: OptimalMatching, remainder: Sequence[int]) -> list[int]:
    """Fixes and returns the upper players of the pairs in the *remainder*.

    They are its upper part after the fewest exchanges, between the closest players.
    """
    inside, index_of = {*remainder}, {node: i for i, node in enumerate(remainder)}
    pairs = sum(optimum.matching[node] in inside for node in remainder) // 2
    edges = [(a, b) for a, b in optimum.edges if a in inside and b in inside]
    earlier = len(optimum.fixed_criteria)
    optimum.minimise_costs([Criterion({edge: 1 for edge in edges if index_of[edge[0]] >= pairs}, pairs)])
    exchanging = len(optimum.fixed_criteria) > earlier
    if exchanging:
        optimum.minimise_costs(
            [Criterion({edge: index_of[edge[0]] for edge in edges}, pairs * len(remainder))]
        )
    criteria = []
    for node in [*reversed(remainder[:pairs]), *(remainder[pairs:] if exchanging else ())]:
        stays = not exchanging or index_of[node] >= pairs
        costs = {}
        for edge in optimum.edges_of(node):
            is_upper = edge[0] == node and edge[1] in inside
            costs[edge] = int(is_upper != stays)
        if len({*costs.values()}) > 1:
            criteria.append(Criterion(costs, 1, node))
    optimum.minimise_costs(criteria)
    del optimum.fixed_criteria[earlier:]
    return [node for node in remainder if node < optimum.matching[node] and optimum.matching[node] in inside]


def _assign_partners(optimum: OptimalMatching, nodes: Sequence[int]) -> None:
    """Settles *nodes* in order, each with the first partner that the criteria allow."""
    waiting = deque(nodes)
    while waiting:
        batch: list[Criterion] = []
        room = optimum.free_bits()
        for node in waiting:
            edges = sorted(optimum.edges_of(node))
            room -= len(edges).bit_length()
            if batch and room < 0:
                break
            if not batch and edge_of(node, optimum.matching[node]) == edges[0]:
                break
            batch.append(Criterion({edge: i for i, edge in enumerate(edges)}, len(edges) - 1, node))
        optimum.minimise_costs(batch)
        for _ in range(len(batch) or 1):
            optimum.settle_node(waiting.popleft())
