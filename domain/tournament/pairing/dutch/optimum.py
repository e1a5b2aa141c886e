"""Optimal matchings by many criteria in order, from a series of exact solves.

The library holds weights of 124 bits, so a solve takes as many criteria as fit. Later solves repeat the
earlier criteria, if need be with small multipliers. A result with all earlier optima is exact with any
multipliers, because all such matchings weigh the same in the earlier criteria. Otherwise the solve runs again
with fewer criteria.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from ....messages import Message
from ...refusals import Refused
from ..matching import MAX_WEIGHT_BITS, lightest_matching

Edge: TypeAlias = tuple[int, int]
"""Two nodes, the lower first, or `BELOW` and a node without a partner in this graph."""
BELOW = -1
MULTIPLIERS = tuple(1 << bits for bits in (MAX_WEIGHT_BITS, 32, 16, 8, 4))
"""Limits of the multiplier between two earlier criteria; the first always suffices."""


class Criterion(NamedTuple):
    """Costs of edges, none negative, with a total of at most `most` over a matching.

    With a `node`, the costs are those of its edges alone, and the optimum fixes its edge up to equal costs.
    """

    costs: Mapping[Edge, int]
    maximum: int
    node: int | None = None


class FixedCriterion(NamedTuple):
    """A criterion with its optimum."""

    costs: Mapping[Edge, int]
    maximum: int
    optimum: int


class OptimalMatching:
    """Graph with the open edges of optimal matchings, and one of these matchings."""

    def __init__(self, edges: Iterable[Edge]) -> None:
        self.edges: dict[Edge, None] = dict.fromkeys(edges)
        self.partners: dict[int, dict[int, None]] = {}
        """Possible partners of each node."""
        self.matching: dict[int, int] = {}
        """Partner of each node in an optimal matching."""
        self.settled_edges: list[Edge] = []
        self.fixed_criteria: list[FixedCriterion] = []
        for first, second in self.edges:
            self.partners.setdefault(first, {})[second] = None
            self.partners.setdefault(second, {})[first] = None
        self.partners.pop(BELOW, None)

    def edges_of(self, node: int) -> list[Edge]:
        """Returns the open edges of a *node*."""
        return [edge_of(node, partner) for partner in self.partners[node]]

    def assume_matching(self, edges: Sequence[Edge]) -> None:
        """Chooses a complete matching of open *edges*, which may spare solves."""
        if all(edge in self.edges for edge in edges):
            self.matching = {node: partner for edge in edges for node, partner in (edge, edge[::-1])}

    def minimise_costs(self, criteria: Iterable[Criterion]) -> None:
        """Fixes the optima of *criteria*, each after those before it."""
        waiting = [*criteria]
        while waiting:
            if self.matching and not _total_cost(waiting[0].costs, self.matching):
                self._fix_optimum(waiting.pop(0))
                continue
            waiting = [self._with_open_edges(criterion) for criterion in waiting]
            solved = self._solve_criteria(waiting)
            for criterion in waiting[:solved]:
                self._fix_optimum(criterion)
            del waiting[:solved]

    def settle_node(self, node: int) -> None:
        """Removes a *node* and its partner in the chosen matching from the graph."""
        edge = edge_of(node, self.matching[node])
        self.settled_edges.append(edge)
        self._remove_nodes(edge)
        reduced = [
            fixed._replace(optimum=fixed.optimum - fixed.costs.get(edge, 0)) for fixed in self.fixed_criteria
        ]
        self.fixed_criteria = [fixed for fixed in reduced if fixed.optimum]
        for fixed in reduced:
            if not fixed.optimum:
                self._forbid_edges(fixed.costs)

    def restrict_to(self, nodes: Iterable[int]) -> None:
        """Removes all nodes except *nodes*, and criteria without an open edge.

        No open edge may join the two sets.
        """
        self._remove_nodes(self.partners.keys() - nodes)
        self.fixed_criteria = [
            fixed for fixed in self.fixed_criteria if not fixed.costs.keys().isdisjoint(self.edges)
        ]

    def free_bits(self) -> int:
        """Returns the number of bits that a solve has for further criteria."""
        earlier = sum(min(fixed.maximum + 1, MULTIPLIERS[-1]).bit_length() for fixed in self.fixed_criteria)
        return MAX_WEIGHT_BITS - earlier - 2 * len(self.partners).bit_length() - 2

    def _with_open_edges(self, criterion: Criterion) -> Criterion:
        costs = {edge: cost for edge, cost in criterion.costs.items() if cost and edge in self.edges}
        return criterion._replace(costs=costs)

    def _fix_optimum(self, criterion: Criterion) -> None:
        total = _total_cost(criterion.costs, self.matching)
        if criterion.node is not None:
            edges = self.edges_of(criterion.node)
            self._forbid_edges(edge for edge in edges if criterion.costs.get(edge, 0) != total)
        elif total:
            self.fixed_criteria.append(FixedCriterion(criterion.costs, criterion.maximum, total))
        else:
            self._forbid_edges(edge for edge, cost in criterion.costs.items() if cost)

    def _forbid_edges(self, edges: Iterable[Edge]) -> None:
        for first, second in [edge for edge in edges if edge in self.edges]:
            del self.edges[first, second], self.partners[second][first]
            if first != BELOW:
                del self.partners[first][second]

    def _remove_nodes(self, nodes: Iterable[int]) -> None:
        for node in sorted({*nodes} - {BELOW}):
            self._forbid_edges(self.edges_of(node))
            del self.partners[node], self.matching[node]

    def _solve_criteria(self, criteria: Sequence[Criterion]) -> int:
        """Chooses an optimal matching by the first *criteria*, and returns their number."""
        room, solved = self.free_bits(), 0
        for criterion in criteria:
            room -= criterion.maximum.bit_length()
            if room < 0 and solved:
                break
            solved += 1
        while solved:
            for limit in MULTIPLIERS:
                try:
                    matching = self._lightest_partners(self._edge_weights(criteria[:solved], limit))
                except Refused:
                    continue
                if all(_total_cost(fixed.costs, matching) == fixed.optimum for fixed in self.fixed_criteria):
                    self.matching = matching
                    return solved
            solved //= 2
        raise Refused(Message("Points lie too far apart to weigh who meets whom: pair the round by hand."))

    def _edge_weights(self, criteria: Iterable[Criterion], limit: int) -> dict[Edge, int]:
        """Returns the weights of open edges; earlier multipliers have a *limit*."""
        weights = dict.fromkeys(self.edges, 0)
        scale = 1
        for criterion in reversed([*criteria]):
            for edge, cost in criterion.costs.items():
                weights[edge] += cost * scale
            scale *= criterion.maximum + 1
        for fixed in reversed(self.fixed_criteria):
            for edge, cost in fixed.costs.items():
                if edge in weights:
                    weights[edge] += cost * scale
            scale *= min(fixed.maximum + 1, limit)
        return weights

    def _lightest_partners(self, weights: Mapping[Edge, int]) -> dict[int, int]:
        """Returns the partners in the matching of least weight."""
        nodes = [*self.partners]
        index_of = {node: i for i, node in enumerate(nodes)}
        alone = {index_of[node]: weight for (partner, node), weight in weights.items() if partner == BELOW}
        edges = [(index_of[a], index_of[b], weight) for (a, b), weight in weights.items() if a != BELOW]
        matching = dict.fromkeys(nodes, BELOW)
        for a, b in lightest_matching(len(nodes), edges, alone):
            matching[nodes[a]], matching[nodes[b]] = nodes[b], nodes[a]
        return matching


def edge_of(first: int, second: int) -> Edge:
    """Returns two nodes as an edge."""
    return (first, second) if first < second else (second, first)


def _total_cost(costs: Mapping[Edge, int], matching: Mapping[int, int]) -> int:
    """Returns the sum of *costs* over a matching."""
    return sum(costs.get((partner, node), 0) for node, partner in matching.items() if partner < node)
