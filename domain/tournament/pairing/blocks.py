"""Pairs of least cost in a whole field, found block by block.

Scores divide a field into blocks, at each gap below an even number of players. There no player has to float,
and at each other gap some player has to. So floats cost at least the sum of those other gaps, each squared. A
pairing that crosses a gap between blocks crosses it at least twice and adds twice its square. This bounds the
cost of runs of blocks that are not paired yet. The search takes the cheapest division into runs and pairs
them until all its runs are paired. Then no pairing of the whole field costs less.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, groupby, pairwise, permutations
from operator import add, mul, sub
from typing import TypeAlias

from ..facts import Player
from .criteria import CRITERIA, NO_COST, Cost, Criteria, Node
from .matching import criterion_scales, lightest_matching

Pair: TypeAlias = tuple[Node, Node]
Run: TypeAlias = tuple[int, int]
"""Half-open range of blocks."""

FLOATS_INDEX = CRITERIA.index("floats")
MAX_STIRRED_NODES = 300
"""Above this size the library, of a recorded version, breaks ties of all criteria and lots."""
STIR_RANGE, PRIME = 1 << 12, 2**61 - 1


def cheapest_pairs(criteria: Criteria, players: Sequence[Player]) -> list[Pair]:
    """Returns the pairs of least cost, highest scores first; an odd field has one bye."""
    if not players:
        return []
    lots, scores = criteria.round_input.lots, criteria.scores
    order = sorted(players, key=lambda player: (-scores[player], lots[player], player))
    field = _Field(criteria, order)
    pairs = [pair for run in field.cheapest_paired_runs() for pair in field.pairs_of_run[run]]
    position_of = {player: i for i, player in enumerate(order)}
    return sorted(pairs, key=lambda pair: min(position_of[player] for player in pair if player is not None))


def total_cost(criteria: Criteria, pairs: Sequence[Pair]) -> Cost:
    """Returns the total cost of *pairs*."""
    return tuple(map(sum, zip(NO_COST, *(criteria.cost_of_pair(*pair) for pair in pairs), strict=True)))


class _Field:
    """Field in blocks. Costs of runs exclude their lower bounds."""

    def __init__(self, criteria: Criteria, order: Sequence[Player]) -> None:
        self.criteria = criteria
        self.pairs_of_run: dict[Run, list[Pair]] = {}
        self._costs: dict[Run, Cost] = {}
        bye_player = (
            min(order, key=lambda player: criteria.cost_of_pair(player, None)[:3]) if len(order) % 2 else ""
        )
        self._bye = (*criteria.cost_of_pair(bye_player, None)[:3], *NO_COST[3:]) if bye_player else NO_COST
        self._dummy_score = criteria.scores.get(bye_player, 0)
        self._blocks: list[list[Node]] = [[]]
        for _, group in groupby(order, key=criteria.scores.__getitem__):
            if len(self._blocks[-1]) % 2 == 0 and self._blocks[-1]:
                self._blocks.append([])
            block = self._blocks[-1]
            block += group
            if bye_player in block and None not in block:
                block.append(None)
        ends = pairwise(self._blocks) if order else ()
        gaps = [self._score_of(above[-1]) - self._score_of(below[0]) for above, below in ends]
        self._crossed = [0, *accumulate(2 * gap * gap for gap in gaps)]

    def _score_of(self, node: Node) -> int:
        """Returns the score of a node; the bye has the score of its likely player."""
        return self._dummy_score if node is None else self.criteria.scores[node]

    def cheapest_paired_runs(self) -> list[Run]:
        """Returns the runs of least total cost, all of them paired."""
        while True:
            runs = self._cheapest_runs()
            unpaired = [run for run in runs if run not in self.pairs_of_run]
            if not unpaired:
                return runs
            for run in unpaired:
                self._pair_run(run)

    def _cheapest_runs(self) -> list[Run]:
        """Returns the runs of least total cost by the costs and bounds so far."""
        ways: list[tuple[Cost, list[Run]]] = [(NO_COST, [])]
        for end in range(1, len(self._blocks) + 1):
            options = []
            for start in range(end):
                cost, runs = ways[start]
                options.append((tuple(map(add, cost, self._cost_bound((start, end)))), [*runs, (start, end)]))
            ways.append(min(options, key=lambda option: (option[0], len(option[1]))))
        return ways[-1][1]

    def _cost_bound(self, run: Run) -> Cost:
        if run in self._costs:
            return self._costs[run]
        start, end = run
        bound = [*NO_COST]
        bound[FLOATS_INDEX] = self._crossed[end - 1] - self._crossed[start]
        return tuple(bound)

    def _pair_run(self, run: Run) -> None:
        nodes = [node for block in self._blocks[slice(*run)] for node in block]
        pairs = _pair_nodes(self.criteria, nodes)
        scores = [self._score_of(node) for node in nodes]
        minimum = [*(self._bye if None in nodes else NO_COST)]
        minimum[FLOATS_INDEX] = sum((scores[i - 1] - scores[i]) ** 2 for i in range(1, len(scores), 2))
        self.pairs_of_run[run] = pairs
        self._costs[run] = tuple(map(sub, total_cost(self.criteria, pairs), minimum))


def _pair_nodes(criteria: Criteria, nodes: Sequence[Node]) -> list[Pair]:
    """Returns the pairs of least cost of *nodes*, by the weights of all pairs."""
    size, index_of = len(nodes), {node: i for i, node in enumerate(nodes)}
    meetings = {
        (index_of[first], index_of[second]): times
        for pair, times in criteria.past_games.meetings.items()
        for first, second in permutations(pair)
        if first in index_of and second in index_of
    }
    kinds = {kind: i for i, kind in enumerate(dict.fromkeys(map(criteria.kind_of, nodes)))}
    costs = [[criteria.cost_between_kinds(first, second) for second in kinds] for first in kinds]
    if not meetings and len({cost for row in costs for cost in row}) == 1:
        return [(nodes[i], nodes[i + 1]) for i in range(0, size, 2)]  # as in a first round: lots alone decide
    maxima = [max(column) for column in zip(*(cost for row in costs for cost in row), strict=True)]
    maxima[0] = max(meetings.values(), default=0)
    stir = STIR_RANGE if size <= MAX_STIRRED_NODES else 1
    rematch, *scale, close, lot = criterion_scales([*maxima, size * size, stir - 1], size // 2)
    weights = [[sum(map(mul, cost[1:], scale)) for cost in row] for row in costs]
    kind = [kinds[criteria.kind_of(node)] for node in nodes]
    lots = [criteria.round_input.lots[node] if node is not None else 1 for node in nodes]
    edges = []
    for b in range(size):
        row, drawn = weights[kind[b]], lots[b]
        for a in range(b):
            weight = row[kind[a]] + meetings.get((a, b), 0) * rematch + (b - a) ** 2 * close
            edges.append((a, b, weight + lots[a] * drawn % PRIME % stir * lot))
    return [(nodes[a], nodes[b]) for a, b in lightest_matching(size, edges)]
