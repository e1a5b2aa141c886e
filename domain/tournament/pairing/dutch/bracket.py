"""Pairing bracket of the Dutch system with its criteria (C.04.3, C6 to C21)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from .competitors import DOWN, NO_FAULTS, UP, Competitor, turn_faults
from .optimum import BELOW, Criterion, Edge, OptimalMatching


class DutchBracket:
    """Nodes of a bracket, first those moved down and then its residents.

    The next score group has *following* nodes. All later nodes lie below both.
    """

    def __init__(
        self, field: Sequence[Competitor], moved_down: Sequence[int], residents: Sequence[int], following: int
    ) -> None:
        self.field = field
        self.moved_down, self.residents = moved_down, residents
        self.current = [*moved_down, *residents]
        self.first_following = residents[-1] + 1
        self.first_below = self.first_following + following
        self._inside = {*self.current}

    def distinct_scores(self) -> list[int]:
        """Returns the scores of the bracket, the highest first."""
        return sorted({self.field[node].score for node in self.current}, reverse=True)

    def leaves_bracket(self, edge: Edge) -> bool:
        """Returns whether an edge makes a downfloater of the bracket."""
        low, high = edge
        return (low in self._inside) != (high in self._inside)

    def is_inside(self, edge: Edge) -> bool:
        """Returns whether an edge is a pair of the bracket."""
        low, high = edge
        return low in self._inside and high in self._inside

    def is_moved(self, node: int) -> bool:
        """Returns whether a competitor was moved down into the bracket."""
        return self.field[node].score > self.field[self.residents[0]].score

    def downfloaters(self, optimum: OptimalMatching) -> list[int]:
        """Returns the downfloaters of the chosen matching."""
        return [node for node in self.current if optimum.matching[node] not in self._inside]

    def completion_criteria(self, optimum: OptimalMatching) -> Iterator[Criterion]:
        """Yields C6 to C8: downfloaters and their scores, in the bracket and in the following one."""
        leaving = [edge for edge in optimum.edges if self.leaves_bracket(edge)]
        yield self._count_criterion(leaving)
        yield from self._by_score(leaving)
        if self.first_following < self.first_below:
            lower = [edge for edge in optimum.edges if self._leaves_following(edge)]
            yield self._count_criterion(lower)
            yield from self._by_score(edge for edge in lower if self.leaves_bracket(edge))
            yield self._count_criterion(edge for edge in lower if self.leaves_bracket(edge))

    def quality_criteria(self, optimum: OptimalMatching, bye: int | None) -> Iterator[Criterion]:
        """Yields C9 to C21; *bye* is its node if the only downfloater of the bracket has it."""
        leaving = [edge for edge in optimum.edges if self.leaves_bracket(edge)]
        inside = [edge for edge in optimum.edges if self.is_inside(edge)]
        if bye is not None:
            unplayed = {edge: self._upper_competitor(edge).unplayed for edge in leaving if bye in edge}
            yield Criterion(unplayed, max(unplayed.values(), default=0))
        faults = {edge: turn_faults(self.field[edge[0]], self.field[edge[1]]) for edge in inside}
        for rule in range(len(NO_FAULTS)):
            yield self._count_criterion(edge for edge in inside if faults[edge][rule])
        down = [
            {edge for edge in leaving if self._upper_competitor(edge).floats[back] == DOWN}
            for back in range(2)
        ]
        up = [
            {edge for edge in inside if self.is_moved(edge[0]) and self.field[edge[1]].floats[back] == UP}
            for back in range(2)
        ]
        for back in range(2):
            yield self._count_criterion(edge for edge in down[back] if not self.is_moved(_upper_node(edge)))
            yield self._count_criterion(up[back])
        for back in range(2):
            yield from self._by_score(down[back])
            yield from self._by_score(up[back])

    def _by_score(self, edges: Iterable[Edge]) -> Iterator[Criterion]:
        """Yields criteria that count *edges* of those moved down, by their scores, the highest first."""
        edge_list = [*edges]
        for score in self.distinct_scores()[:-1]:
            yield self._count_criterion(
                edge for edge in edge_list if self._upper_competitor(edge).score == score
            )

    def _count_criterion(self, edges: Iterable[Edge]) -> Criterion:
        """Returns the criterion that counts *edges*: each has another upper node."""
        costs = dict.fromkeys(edges, 1)
        return Criterion(costs, len({_upper_node(edge) for edge in costs}))

    def _upper_competitor(self, edge: Edge) -> Competitor:
        return self.field[_upper_node(edge)]

    def _leaves_following(self, edge: Edge) -> bool:
        low, high = edge
        return low == BELOW or low < self.first_below <= high


def _upper_node(edge: Edge) -> int:
    low, high = edge
    return high if low == BELOW else low
