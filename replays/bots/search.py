"""Information-set Monte Carlo tree search: one tree for all positions a seat cannot tell apart.

Cowling, Powley and Whitehouse, “Information Set Monte Carlo Tree Search”, 2012 (SO-ISMCTS). Each pass
descends the tree in one of several sampled worlds, and each seat maximizes its own chances (max^n). Instead
of a playout the evaluation at the end of the turn gives the chances. It also orders answers for the first
visits (PUCT: Rosin, “Multi-armed bandits with episode context”, 2011).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp, inf, sqrt
from random import Random
from typing import Any

from domain import decider
from domain.decider import Position
from domain.games import Game
from domain.model import Answered, Asked, Picks, Seat
from domain.rules import Rules

from .budget import Budget
from .candidates import END, MAX_CHOICES, declining_answer, guess_answer, list_choices
from .determinization import sample_worlds

INITIAL_WIDTH = 6
"""The number of answers searched at a new node; later times the root of its visits."""

MAX_FIRST_SIGHT_WAYS = 2
"""The number of continuations tried when an answer leads to another question."""
SWING = 20.0
"""The difference of evaluations that turns chances of 1 : 1 into e : 1."""

CURIOSITY, TRUST = 0.6, 0.06
"""The exploration constant, and the scale of first-sight priors."""

MAX_IDLE_PASSES = 200
"""The number of consecutive passes without a new position that ends a search early."""

MAX_WORTH = 30.0
"""The limit of evaluations; beyond it the match is decided."""


class Edge:
    """An answer in the tree with its node, first evaluation and statistics.

    `ends` has the chances of the watched seats after each pass, by world.
    """

    __slots__ = ("ends", "first_estimate", "node", "picks", "prior", "total", "visits")

    def __init__(self, picks: Picks) -> None:
        self.picks = picks
        self.first_estimate, self.prior, self.total, self.visits = 0.0, 0.0, 0.0, 0
        self.node = Node()
        self.ends: dict[int, list[dict[Seat, float]]] = {}


class Node:
    """A question in the tree with its answers, and its position in each world."""

    __slots__ = ("edges", "positions", "seat", "visits")

    def __init__(self) -> None:
        self.edges: dict[Picks, Edge] = {}
        self.positions: dict[int, Position[Any]] = {}
        self.seat: Seat = -1
        self.visits = 0


class Search:
    """A search for an answer from the information of the asked seat alone.

    In games of separate turns it stops when the turn of another seat begins.
    """

    def __init__(
        self,
        game: Game,
        rules: Rules[Any, Any],
        position: Position[Any],
        question: Asked,
        rng: Random,
        budget: Budget,
        watched: Sequence[Seat] = (),
    ) -> None:
        self._game, self._rules, self._question, self._rng, self._budget = game, rules, question, rng, budget
        self.root, self._watched = Node(), watched
        self._worlds = sample_worlds(rules, position, question.seat, rng)
        self._low, self._high = inf, -inf
        self._gains: dict[tuple[Seat, str, Picks], float] = {}

    def run(self) -> list[Edge]:
        """Returns the searched answers, the best first, once the budget is spent."""
        self._repeat_passes(self._run_pass)
        return sorted(self.root.edges.values(), key=lambda edge: (-edge.visits, -edge.first_estimate))

    def probe(self, picks: Picks) -> Edge | None:
        """Returns the statistics of the answer *picks*, searched until the budget is spent."""
        if not self._worlds:
            return None
        edge = self.root.edges.get(picks)
        if edge is None:
            edge = self.root.edges[picks] = Edge(picks)
            edge.first_estimate = self._chances(self._worlds[0].position.board, self._question.seat)
        self._repeat_passes(lambda number: self._run_pass(number, edge))
        return edge

    def _repeat_passes(self, go: Callable[[int], None]) -> None:
        """Runs passes through the worlds in turn until the budget is spent or nothing new appears."""
        idle = number = 0
        while self._worlds and not self._budget.is_spent and idle < MAX_IDLE_PASSES:
            before = self._budget.position_count
            go(number % len(self._worlds))
            number += 1
            idle = idle + 1 if self._budget.position_count == before else 0

    # -- going down and coming back ------------------------------------------------------------------

    def _run_pass(self, number: int, first: Edge | None = None) -> None:
        """Descends the tree in one world to a new question, and updates the way.

        It starts with the answer *first*, if given.
        """
        node, position = self.root, self._worlds[number].position
        turn = self._rules.next_question(
            position.board if position.running is None else position.running.base
        )
        way: list[tuple[Seat, Edge]] = []
        board = position.board
        while (question := decider.open_question(self._rules, position)) is not None:
            if position.running is None:
                if self._game.TURNWISE and question.seat != self._question.seat:
                    break
                turn = question
            fresh = not node.edges
            if (added := self._count_new(node, question)) > 0:
                board = self._expand(node, position, turn, number, added)
                if fresh:
                    break
            node.visits += 1
            edge = self._choose_edge(node, question) if first is None or way else first
            next_position = None if edge is None else self._position_of(edge, position, question, number)
            if edge is None:
                break
            if next_position is None:
                edge.visits += 1
                break
            way.append((question.seat, edge))
            node, position, board = edge.node, next_position, next_position.board
        chances = {seat: self._chances(board, seat) for seat in self._watched}
        if way:
            way[0][1].ends.setdefault(number, []).append(chances)
        for seat, edge in way:
            if seat not in chances:
                chances[seat] = self._chances(board, seat)
            edge.visits += 1
            edge.total += chances[seat]
        if self._question.seat in chances:
            self._low = min(self._low, chances[self._question.seat])
            self._high = max(self._high, chances[self._question.seat])

    def _count_new(self, node: Node, question: Asked) -> int:
        """Returns the number of further answers to add at a node."""
        options = frozenset(question.options)
        known_count = sum(options.issuperset(edge.picks) for edge in node.edges.values())
        if question.most > 1:
            return 0 if known_count else MAX_CHOICES
        option_count = len(options) + (question.least == 0)
        width = option_count if node is self.root else int(INITIAL_WIDTH * sqrt(1 + node.visits))
        return min(option_count, width) - known_count

    def _choose_edge(self, node: Node, question: Asked) -> Edge | None:
        """Returns the possible answer with the highest upper bound."""
        options = frozenset(question.options)
        edges = [edge for edge in node.edges.values() if options.issuperset(edge.picks)]
        span = max(self._high - self._low, 1e-3)
        reach = CURIOSITY * sqrt(node.visits)
        urgency = _urgency(edges)

        def promise(edge: Edge) -> float:
            value = edge.total / edge.visits if edge.visits else edge.first_estimate + urgency
            return value / span + reach * edge.prior / (1 + edge.visits)

        return max(edges, key=promise, default=None)

    def _position_of(
        self, edge: Edge, position: Position[Any], question: Asked, number: int
    ) -> Position[Any] | None:
        """Returns the position after *edge* in a world, unless its effect has no end."""
        position_after = edge.node.positions.get(number)
        if position_after is None:
            position_after = self._decide(position, edge.picks, question.seat, number)
            if position_after is not None:
                edge.node.positions[number] = position_after
        return position_after

    def _decide(self, position: Position[Any], picks: Picks, seat: Seat, number: int) -> Position[Any] | None:
        self._budget.position_count += 1
        try:
            answer = Answered(seat, picks)
            return decider.decide(self._rules, position, answer, self._worlds[number].chance).position
        except decider.Illegal:
            return None

    # -- first sight ---------------------------------------------------------------------------------

    def _expand(
        self,
        node: Node,
        position: Position[Any],
        turn: Asked | None,
        number: int,
        max_edges: int,
        *,
        inner: bool = False,
    ) -> Any:
        """Adds up to *max_edges* answers at *position*; returns the board of the best one."""
        question = decider.open_question(self._rules, position)
        assert question is not None
        node.seat = question.seat
        best, best_board = -inf, position.board
        before = self._chances(position.board, question.seat)
        for picks in self._order_new(node, question)[:max_edges]:
            if self._budget.is_spent and node.edges:
                break
            next_position = self._decide(position, picks, question.seat, number)
            if next_position is None:
                continue
            edge = node.edges[picks] = Edge(picks)
            edge.node.positions[number] = next_position
            board = self._evaluation_board(edge, next_position, question.seat, turn, number, inner=inner)
            edge.first_estimate = self._chances(board, question.seat)
            self._gains[question.seat, question.about, picks] = edge.first_estimate - before
            if edge.first_estimate > best:
                best, best_board = edge.first_estimate, board
        _set_priors(node)
        return best_board

    def _order_new(self, node: Node, question: Asked) -> list[Picks]:
        """Returns the answers unknown to *node*, the best elsewhere first."""
        options = [picks for picks in list_choices(question, self._rng) if picks not in node.edges]
        self._rng.shuffle(options)
        gains = {picks: self._gains.get((question.seat, question.about, picks), 0.0) for picks in options}
        return sorted(options, key=lambda picks: (picks != (END,), -gains[picks]))

    def _evaluation_board(
        self, edge: Edge, position: Position[Any], seat: Seat, turn: Asked | None, number: int, *, inner: bool
    ) -> Any:
        """Returns the board that *edge* is evaluated at: after its effect and the end of the turn."""
        picks: Picks
        node, is_ended = edge.node, edge.picks == (END,)
        while (
            question := decider.open_question(self._rules, position)
        ) is not None and not self._budget.is_spent:
            if position.running is None:
                is_same_turn = turn is not None and (question.seat, question.about) == (turn.seat, turn.about)
                if is_ended or not is_same_turn or question.seat != seat or END not in question.options:
                    break
                picks, is_ended = (END,), True
            elif question.seat != seat:
                declined = declining_answer(question)
                if declined is None:
                    break
                picks = declined
            elif not inner and position is node.positions[number]:
                return self._expand(node, position, turn, number, MAX_FIRST_SIGHT_WAYS, inner=True)
            else:
                picks = guess_answer(question, self._rng)
            next_position = self._decide(position, picks, question.seat, number)
            if next_position is None:
                break
            position = next_position
        return position.board

    def _chances(self, board: Any, seat: Seat) -> float:
        logit = self._game.evaluate_outlook(board, self._rules.book, seat) / SWING
        return 1 / (1 + exp(-max(-MAX_WORTH, min(MAX_WORTH, logit))))


def _urgency(edges: Sequence[Edge]) -> float:
    """Returns the bonus of unvisited answers (first-play urgency): their first evaluation is too low."""
    visited = [edge for edge in edges if edge.visits]
    visits = sum(edge.visits for edge in visited)
    if not visits:
        return 0.0
    return sum(edge.total for edge in visited) / visits - max(edge.first_estimate for edge in edges)


def _set_priors(node: Node) -> None:
    """Sets the priors of a node's answers from their first evaluations."""
    best = max((edge.first_estimate for edge in node.edges.values()), default=0.0)
    weights = [exp((edge.first_estimate - best) / TRUST) for edge in node.edges.values()]
    for edge, weight in zip(node.edges.values(), weights, strict=True):
        edge.prior = weight / sum(weights)
