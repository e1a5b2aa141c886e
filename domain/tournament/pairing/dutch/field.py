"""Whole round of the Dutch system, bracket by bracket (C.04.3, C1 to C5)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby, pairwise

from ..matching import lightest_matching
from .bracket import DutchBracket
from .competitors import Competitor, may_meet
from .optimum import BELOW, Edge, OptimalMatching
from .sequence import settle_pairs

NEIGHBOUR_DISTANCE = 12
"""Distance of a first search for a complete pairing, in the order of the field."""


class Unpairable(Exception):
    """The absolute rules leave no complete pairing."""


class DutchField:
    """Competitors in the order of score and number, and the pairs that absolute rules allow.

    A node is an index in that order. An odd field has the bye as its last node. The two pairing numbers of
    *together* meet each other only.
    """

    def __init__(self, competitors: Iterable[Competitor], together: frozenset[int] = frozenset()) -> None:
        self.competitors = sorted(competitors, key=lambda competitor: (-competitor.score, competitor.number))
        size = len(self.competitors)
        self.nodes = [*range(size + size % 2)]
        self.bye_score = 0
        self._may_meet = [[False] * (size + 1) for _ in range(size + 1)]
        for b, lower in enumerate(self.competitors):
            for a, higher in enumerate(self.competitors[:b]):
                is_apart = bool(together) and (higher.number in together) != (lower.number in together)
                self._may_meet[a][b] = self._may_meet[b][a] = not is_apart and may_meet(higher, lower)
        self._together = together

    def find_pairs(self) -> list[tuple[Competitor, Competitor | None]]:
        """Returns the pairs by table, the higher competitor first; `None` is the bye.

        Raises `Unpairable`.
        """
        self._open_bye()
        groups = [[*group] for _, group in groupby(range(len(self.competitors)), self._score_of)]
        moved_down: list[int] = []
        edges: list[Edge] = []
        for residents, following in pairwise([*groups, []]):
            bracket = DutchBracket(self.competitors, moved_down, residents, len(following))
            optimum = self._pair_bracket(bracket)
            edges += optimum.settled_edges
            moved_down = [node for node in bracket.current if node in optimum.partners]
        field: list[Competitor | None] = [*self.competitors, None]
        pairs = [(self.competitors[a], field[b]) for a, b in [*edges, *((node, -1) for node in moved_down)]]
        return sorted(pairs, key=_table_order)

    def _score_of(self, node: int) -> int:
        return self.competitors[node].score

    def _open_bye(self) -> None:
        """Opens the bye to the lowest score that leaves the round complete (C2, C5)."""
        size = len(self.competitors)
        if len(self.nodes) == size:
            if not self._is_completable(self.nodes):
                raise Unpairable
            return
        for score in sorted({competitor.score for competitor in self.competitors}):
            self.bye_score = score
            for node, competitor in enumerate(self.competitors):
                opens = competitor.may_have_bye and competitor.score == score
                opens = opens and competitor.number not in self._together
                self._may_meet[node][size] = self._may_meet[size][node] = opens
            if any(self._may_meet[size]) and self._is_completable(self.nodes):
                return
        raise Unpairable

    def _pair_bracket(self, bracket: DutchBracket) -> OptimalMatching:
        """Returns the settled pairs of a *bracket*.

        A first attempt joins bracket nodes to all lower nodes at once. It holds if the lower nodes and those
        joined to them have a complete pairing. Otherwise all nodes take part one by one.
        """
        inside = [*bracket.current, *range(bracket.first_following, bracket.first_below)]
        below = self.nodes[bracket.first_below :]
        size = len(self.competitors)
        if any(self._may_meet[size][node] for node in inside):
            inside.append(below.pop())
        joins = [
            (BELOW, node) for node in inside if any(self._may_meet[node][lower_node] for lower_node in below)
        ]
        optimum = OptimalMatching([*self._allowed_pairs(bracket, inside), *joins])
        if self._is_completable([*self._decide_bracket(bracket, optimum), *below]):
            return optimum
        optimum = OptimalMatching(self._allowed_pairs(bracket, [*inside, *below]))
        self._decide_bracket(bracket, optimum)
        return optimum

    def _decide_bracket(self, bracket: DutchBracket, optimum: OptimalMatching) -> list[int]:
        """Settles the pairs of a *bracket*, and returns the nodes that join lower ones."""
        if len(bracket.residents) == len(self.competitors):
            optimum.assume_matching(self._natural_pairs())
        optimum.minimise_costs(bracket.completion_criteria(optimum))
        joined: list[int] = []
        floaters = bracket.downfloaters(optimum)
        if not floaters:
            joined = _joining_nodes(optimum)
            optimum.restrict_to(bracket.current)
        bye = len(self.competitors) if self._gives_bye(bracket, floaters) else None
        optimum.minimise_costs(bracket.quality_criteria(optimum, bye))
        settle_pairs(bracket, optimum)
        return joined + _joining_nodes(optimum)

    def _natural_pairs(self) -> list[Edge]:
        """Returns the upper half against the lower half, and the bye for the last competitor."""
        size = len(self.competitors)
        half = size // 2
        return [*((node, node + half) for node in range(half)), *([(size - 1, size)] if size % 2 else ())]

    def _gives_bye(self, bracket: DutchBracket, floaters: Sequence[int]) -> bool:
        """Returns whether the only downfloater of a *bracket* has the bye."""
        odd = len(self.nodes) > len(self.competitors)
        return odd and len(floaters) == 1 and self.bye_score >= self._score_of(bracket.residents[0])

    def _allowed_pairs(self, bracket: DutchBracket, nodes: Sequence[int]) -> list[Edge]:
        """Returns the pairs of *nodes* that may meet, without pairs of those moved down."""
        node_order, first = sorted(nodes), len(bracket.moved_down)
        edges = []
        for i, b in enumerate(node_order[first:], first):
            row = self._may_meet[b]
            edges += [(a, b) for a in node_order[:i] if row[a]]
        return edges

    def _is_completable(self, nodes: Iterable[int]) -> bool:
        """Returns whether *nodes* have a complete pairing, trying neighbours first."""
        node_order = sorted(nodes)
        size = len(node_order)
        return size % 2 == 0 and any(
            len(lightest_matching(size, self._unweighted_pairs(node_order, distance))) == size // 2
            for distance in (NEIGHBOUR_DISTANCE, size)
        )

    def _unweighted_pairs(self, node_order: Sequence[int], distance: int) -> Iterable[tuple[int, int, int]]:
        """Yields the pairs of nodes that may meet within a *distance*, with weight 0."""
        for j, b in enumerate(node_order):
            row = self._may_meet[b]
            yield from ((i, j, 0) for i in range(max(0, j - distance), j) if row[node_order[i]])


def _joining_nodes(optimum: OptimalMatching) -> list[int]:
    """Returns the nodes that join lower ones in the chosen matching."""
    return [node for node, lower_node in optimum.matching.items() if lower_node == BELOW]


def _table_order(pair: tuple[Competitor, Competitor | None]) -> tuple[bool, int, int, int]:
    """Returns the sort key of a pair, by the scores of both and the higher number."""
    higher, lower = pair
    return lower is None, -higher.score, -lower.score if lower else 0, higher.number
