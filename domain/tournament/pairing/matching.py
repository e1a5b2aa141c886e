"""Minimum-weight matching by Edmonds' algorithm, from a library."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib.metadata import version

import rustworkx

from ...messages import Message
from ..refusals import Refused

LIBRARY_VERSION = f"rustworkx {version('rustworkx')}"
MAX_WEIGHT_BITS = 124
"""Maximum length of weights in bits. The library adds some of them up in 128 bits."""


def lightest_matching(
    nodes: int, edges: Iterable[tuple[int, int, int]], alone: Mapping[int, int] | None = None
) -> list[tuple[int, int]]:
    """Returns the perfect matching of *nodes* whose *edges* have the least total weight.

    Nodes of *alone* may stay without a partner for the weight given there. Each pair has the lower node
    first. The result is exact, in cubic time at worst. Raises `Refused` for weights of more than 124 bits.
    """
    weighed = list(edges)
    maximum = max((weight for _, _, weight in weighed), default=0)
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph()  # looks for no earlier edge of a pair
    graph.add_nodes_from(range(nodes))
    if not alone:
        gains = [(first, second, maximum - weight) for first, second, weight in weighed]
    else:
        never = (max(maximum, *alone.values()) + 1) * nodes
        saved = [alone.get(node, never) for node in range(nodes)]
        gains = [(first, second, saved[first] + saved[second] - weight) for first, second, weight in weighed]
        maximum = 2 * never
    if maximum.bit_length() > MAX_WEIGHT_BITS:
        raise Refused(Message("Points lie too far apart to weigh who meets whom: pair the round by hand."))
    graph.add_edges_from(gains)
    matching = rustworkx.max_weight_matching(graph, max_cardinality=not alone, weight_fn=int)
    return sorted((min(pair), max(pair)) for pair in matching)


def criterion_scales(maxima: Sequence[int], pairs: int) -> list[int]:
    """Returns multipliers of criteria, the first first, so that none outweighs an earlier one.

    *maxima* are the highest values of each at one of so many *pairs*.
    """
    factors = [1]
    for highest in reversed(maxima[1:]):
        factors.append(factors[-1] * (highest * pairs + 1))
    return factors[::-1]
