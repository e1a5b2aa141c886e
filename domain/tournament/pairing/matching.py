"""The one step that is left to a library: a perfect matching of least weight, by Edmonds' algorithm."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib.metadata import version

import rustworkx

from ...messages import Message
from ..refusals import Refused

LIBRARY = f"rustworkx {version('rustworkx')}"
BITS = 124
"""How long weights may be: the library counts in 128 bits, and adds some up."""


def lightest(nodes: int, edges: Iterable[tuple[int, int, int]]) -> list[tuple[int, int]]:
    """Returns the perfect matching of so many *nodes* whose *edges* have the least weight in sum.

    Each pair has the lower node first. It is exact, and takes cubic time at worst. Raises `Refused` for
    weights of more than 124 bits.
    """
    weighed = list(edges)
    most = max((weight for _, _, weight in weighed), default=0)
    if most.bit_length() > BITS:
        raise Refused(Message("Points lie too far apart to weigh who meets whom: pair the round by hand."))
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(nodes))
    graph.add_edges_from([(one, other, most - weight) for one, other, weight in weighed])
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sorted((min(pair), max(pair)) for pair in found)


def scales(most: Sequence[int], pairs: int) -> list[int]:
    """Returns by what to multiply criteria, the first first, so that none outweighs those before it.

    *most* is the highest value of each at one pair, of so many *pairs*.
    """
    found = [1]
    for highest in reversed(most[1:]):
        found.append(found[-1] * (highest * pairs + 1))
    return found[::-1]
