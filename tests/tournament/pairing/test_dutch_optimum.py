"""Matchings by many criteria: as good as the best of all matchings, however many bits the criteria need."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest

from domain.tournament.pairing.dutch.optimum import BELOW, Criterion, Edge, OptimalMatching
from domain.tournament.refusals import Refused

NODES = 8


def matchings(nodes: list[int], edges: set[Edge]) -> Iterator[list[Edge]]:
    """Yields all complete matchings of some *edges*."""
    if not nodes:
        yield []
        return
    first, *others = nodes
    if (BELOW, first) in edges:
        yield from ([(BELOW, first), *rest] for rest in matchings(others, edges))
    for other in others:
        if (first, other) in edges:
            left = [node for node in others if node != other]
            yield from ([(first, other), *rest] for rest in matchings(left, edges))


def cost(matching: list[Edge], criteria: list[Criterion]) -> list[int]:
    """Returns the costs of a *matching*, the first criterion first."""
    return [sum(criterion.costs.get(edge, 0) for edge in matching) for criterion in criteria]


def chosen(optimum: OptimalMatching) -> list[Edge]:
    """Returns the chosen matching as edges."""
    return sorted((other, node) for node, other in optimum.matching.items() if other < node)


def criteria_of(random: Random, edges: list[Edge], highest: int, number: int, most: int) -> list[Criterion]:
    """Returns random criteria, whose sums may be up to *most* as far as the solver knows."""
    return [
        Criterion({edge: random.randrange(highest + 1) for edge in edges}, max(most, highest * NODES))
        for _ in range(number)
    ]


@pytest.mark.parametrize(("bits", "highest"), [(1, 2), (20, 2), (60, 2), (20, 99), (30, 999), (40, 99)])
@pytest.mark.parametrize("alone", [False, True], ids=["complete", "some alone"])
def test_no_matching_is_better(bits: int, highest: int, alone: bool) -> None:
    for seed in range(12):
        random = Random(seed)
        edges = [edge for edge in combinations(range(NODES), 2) if random.random() < 0.9]
        edges += [(BELOW, node) for node in range(NODES) if alone and random.random() < 0.5]
        criteria = criteria_of(random, edges, highest, 6, 1 << bits)
        best = min(matchings([*range(NODES)], {*edges}), key=lambda each: cost(each, criteria))
        optimum = OptimalMatching(edges)
        optimum.minimise_costs(criteria[:3])
        optimum.minimise_costs(criteria[3:])
        assert cost(chosen(optimum), criteria) == cost(best, criteria), seed


def test_the_edges_of_a_node_are_fixed_by_its_own_criterion() -> None:
    optimum = OptimalMatching(combinations(range(4), 2))
    optimum.minimise_costs([Criterion({(0, 1): 2, (0, 2): 1, (0, 3): 2}, 2, 0)])
    assert optimum.edges_of(0) == [(0, 2)]
    optimum.settle_node(0)
    assert (optimum.settled_edges, [*optimum.edges]) == ([(0, 2)], [(1, 3)])


@pytest.mark.parametrize("bits", [60, 80])
def test_small_multipliers_do_for_a_hard_bargain(bits: int) -> None:
    optimum = OptimalMatching(combinations(range(4), 2))
    optimum.minimise_costs(bargain(1 << 10, 60))
    optimum.minimise_costs([Criterion({(0, 1): 5}, 1 << bits)])
    assert chosen(optimum) == [(0, 1), (2, 3)]


def test_an_optimum_that_no_weights_of_the_library_reach_is_refused_in_words() -> None:
    optimum = OptimalMatching(combinations(range(4), 2))
    optimum.minimise_costs(bargain(1 << 20, 60))
    with pytest.raises(Refused, match="Points lie too far apart"):
        optimum.minimise_costs([Criterion({(0, 1): 5}, 1 << 95)])


def bargain(price: int, bits: int) -> list[Criterion]:
    """Returns two criteria, of which one fault by the first would save a *price* by the second."""
    first = Criterion({(0, 1): 1, (0, 2): 2, (0, 3): 3}, 1 << bits)
    return [first, Criterion({(0, 1): price, (0, 2): 1, (0, 3): 1}, 1 << bits)]
