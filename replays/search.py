"""Information-set Monte Carlo tree search: one tree for all that a seat cannot tell apart.

Cowling, Powley and Whitehouse, “Information Set Monte Carlo Tree Search”, 2012 (SO-ISMCTS). Each pass goes
down the tree in one of several sampled worlds, and each seat pursues its own chances (max^n). An evaluation
at the end of the turn gives the chances, and the order of exploration (PUCT: Rosin, “Multi-armed bandits
with episode context”, 2011).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp, inf, sqrt
from random import Random
from typing import Any

from domain import decider
from domain.decider import Position, Rules
from domain.games import Game
from domain.model import Answered, Asked, Picks, Seat

from .budget import Budget
from .candidates import END, FEW, choices, declining, guess
from .determinization import worlds

WIDTH = 6
"""How many answers are looked into where the tree is new; later so many times the root of the visits."""

GLANCES = 2
"""How many ways of going on are tried at first sight where an answer leads to another question."""

SWING = 20.0
"""How much more worth makes a chance of 1 : 1 one of e : 1."""

CURIOSITY, TRUST = 0.6, 0.06
"""How much an answer that was seldom looked into is worth a look; and by how much chances differ at first
sight where one answer is worth it e times as much as another."""

IDLE = 200
"""So many passes in a row that find nothing new end a search before its budget does."""

MOST = 30.0
"""Beyond that, worth makes no difference: the match is won or lost."""


class Edge:
    """An answer in the tree: where it leads, how good it is at first sight, and how it has fared since.

    `ends` are the chances of all seats that are watched after every pass that began with it, by its world.
    """

    __slots__ = ("ends", "node", "picks", "prior", "sight", "total", "visits")

    def __init__(self, picks: Picks) -> None:
        self.picks = picks
        self.sight, self.prior, self.total, self.visits = 0.0, 0.0, 0.0, 0
        self.node = Node()
        self.ends: dict[int, list[dict[Seat, float]]] = {}


class Node:
    """A question in the tree, with its answers and where it was reached in which world."""

    __slots__ = ("edges", "positions", "seat", "visits")

    def __init__(self) -> None:
        self.edges: dict[Picks, Edge] = {}
        self.positions: dict[int, Position[Any]] = {}
        self.seat: Seat = -1
        self.visits = 0


class Search:
    """A search for what to answer, by what the seat that is *asked* sees of *position* alone.

    Where each seat builds for itself, it looks no further than to where another's turn begins or goes on.
    """

    def __init__(
        self,
        game: Game,
        rules: Rules[Any, Any],
        position: Position[Any],
        asked: Asked,
        luck: Random,
        budget: Budget,
        watched: Sequence[Seat] = (),
    ) -> None:
        self._game, self._rules, self._asked, self._luck, self._budget = game, rules, asked, luck, budget
        self.root, self._watched = Node(), watched
        self._worlds = worlds(rules, position, asked.seat, luck)
        self._low, self._high = inf, -inf
        self._gains: dict[tuple[Seat, str, Picks], float] = {}

    def run(self) -> list[Edge]:
        """Returns the answers that were looked into, the best first, once the budget is spent."""
        self._repeat(self._pass)
        return sorted(self.root.edges.values(), key=lambda edge: (-edge.visits, -edge.sight))

    def probe(self, picks: Picks) -> Edge | None:
        """Returns how the answer *picks* fares, looked into until the budget is spent."""
        if not self._worlds:
            return None
        edge = self.root.edges.get(picks)
        if edge is None:
            edge = self.root.edges[picks] = Edge(picks)
            edge.sight = self._chances(self._worlds[0].begin.board, self._asked.seat)
        self._repeat(lambda number: self._pass(number, edge))
        return edge

    def _repeat(self, go: Callable[[int], None]) -> None:
        """Goes through the worlds in turn until the budget is spent, or nothing new is found any more."""
        idle = number = 0
        while self._worlds and not self._budget.spent and idle < IDLE:
            looked = self._budget.looked
            go(number % len(self._worlds))
            number += 1
            idle = idle + 1 if self._budget.looked == looked else 0

    # -- going down and coming back ------------------------------------------------------------------

    def _pass(self, number: int, first: Edge | None = None) -> None:
        """Goes down the tree in one world to a question that is new, and tells the way what is there.

        It begins with the answer *first*, if there is one.
        """
        node, position = self.root, self._worlds[number].begin
        turn = self._rules.next_question(
            position.board if position.running is None else position.running.base
        )
        way: list[tuple[Seat, Edge]] = []
        board = position.board
        while (question := decider.open_question(self._rules, position)) is not None:
            if position.running is None:
                if self._game.TURNWISE and question.seat != self._asked.seat:
                    break
                turn = question
            fresh = not node.edges
            if (more := self._more(node, question)) > 0:
                board = self._open(node, position, turn, number, more)
                if fresh:
                    break
            node.visits += 1
            edge = self._choose(node, question) if first is None or way else first
            reached = None if edge is None else self._reached(edge, position, question, number)
            if edge is None:
                break
            if reached is None:
                edge.visits += 1
                break
            way.append((question.seat, edge))
            node, position, board = edge.node, reached, reached.board
        chances = {seat: self._chances(board, seat) for seat in self._watched}
        if way:
            way[0][1].ends.setdefault(number, []).append(chances)
        for seat, edge in way:
            if seat not in chances:
                chances[seat] = self._chances(board, seat)
            edge.visits += 1
            edge.total += chances[seat]
        if self._asked.seat in chances:
            self._low = min(self._low, chances[self._asked.seat])
            self._high = max(self._high, chances[self._asked.seat])

    def _more(self, node: Node, question: Asked) -> int:
        """Returns how many more answers to look into: some that are new, or new to this world."""
        options = frozenset(question.options)
        known = sum(options.issuperset(edge.picks) for edge in node.edges.values())
        if question.most > 1:
            return 0 if known else FEW
        there = len(options) + (question.least == 0)
        wide = there if node is self.root else int(WIDTH * sqrt(1 + node.visits))
        return min(there, wide) - known

    def _choose(self, node: Node, question: Asked) -> Edge | None:
        """Returns which answer to look into, of those possible here: a good or a seldom seen one."""
        options = frozenset(question.options)
        edges = [edge for edge in node.edges.values() if options.issuperset(edge.picks)]
        span = max(self._high - self._low, 1e-3)
        reach = CURIOSITY * sqrt(node.visits)
        urgency = _urgency(edges)

        def promise(edge: Edge) -> float:
            value = edge.total / edge.visits if edge.visits else edge.sight + urgency
            return value / span + reach * edge.prior / (1 + edge.visits)

        return max(edges, key=promise, default=None)

    def _reached(
        self, edge: Edge, position: Position[Any], asked: Asked, number: int
    ) -> Position[Any] | None:
        """Returns where *edge* leads in a world, unless that has no end."""
        reached = edge.node.positions.get(number)
        if reached is None:
            reached = self._after(position, edge.picks, asked.seat, number)
            if reached is not None:
                edge.node.positions[number] = reached
        return reached

    def _after(self, position: Position[Any], picks: Picks, seat: Seat, number: int) -> Position[Any] | None:
        self._budget.looked += 1
        try:
            answer = Answered(seat, picks)
            return decider.decide(self._rules, position, answer, self._worlds[number].chance).position
        except decider.Illegal:
            return None

    # -- first sight ---------------------------------------------------------------------------------

    def _open(
        self,
        node: Node,
        position: Position[Any],
        turn: Asked | None,
        number: int,
        most: int,
        *,
        inner: bool = False,
    ) -> Any:
        """Adds answers to the question at *position*, *most* of them; returns the board of the best one."""
        question = decider.open_question(self._rules, position)
        assert question is not None
        node.seat = question.seat
        best, found = -inf, position.board
        before = self._chances(position.board, question.seat)
        for picks in self._promising(node, question)[:most]:
            if self._budget.spent and node.edges:
                break
            reached = self._after(position, picks, question.seat, number)
            if reached is None:
                continue
            edge = node.edges[picks] = Edge(picks)
            edge.node.positions[number] = reached
            board = self._settled(edge, reached, question.seat, turn, number, inner=inner)
            edge.sight = self._chances(board, question.seat)
            self._gains[question.seat, question.about, picks] = edge.sight - before
            if edge.sight > best:
                best, found = edge.sight, board
        _weigh(node)
        return found

    def _promising(self, node: Node, question: Asked) -> list[Picks]:
        """Returns the answers that *node* does not know, first those that brought most elsewhere."""
        options = [picks for picks in choices(question, self._luck) if picks not in node.edges]
        self._luck.shuffle(options)
        gains = {picks: self._gains.get((question.seat, question.about, picks), 0.0) for picks in options}
        return sorted(options, key=lambda picks: (picks != (END,), -gains[picks]))

    def _settled(
        self, edge: Edge, position: Position[Any], seat: Seat, turn: Asked | None, number: int, *, inner: bool
    ) -> Any:
        """Returns the board on which *edge* is weighed: its effect followed, and the turn ended."""
        picks: Picks
        node, ended = edge.node, edge.picks == (END,)
        while (
            question := decider.open_question(self._rules, position)
        ) is not None and not self._budget.spent:
            if position.running is None:
                mine = turn is not None and (question.seat, question.about) == (turn.seat, turn.about)
                if ended or not mine or question.seat != seat or END not in question.options:
                    break
                picks, ended = (END,), True
            elif question.seat != seat:
                declined = declining(question)
                if declined is None:
                    break
                picks = declined
            elif not inner and position is node.positions[number]:
                return self._open(node, position, turn, number, GLANCES, inner=True)
            else:
                picks = guess(question, self._luck)
            reached = self._after(position, picks, question.seat, number)
            if reached is None:
                break
            position = reached
        return position.board

    def _chances(self, board: Any, seat: Seat) -> float:
        worth = self._game.evaluate_outlook(board, self._rules.book, seat) / SWING
        return 1 / (1 + exp(-max(-MOST, min(MOST, worth))))


def _urgency(edges: Sequence[Edge]) -> float:
    """Returns how much better those of *edges* are that were not gone into than they look at first sight.

    Known as first-play urgency. At first sight a turn is ended at once, which looks worse than one that was
    played: without this, whatever was gone into first would be gone into again and again.
    """
    seen = [edge for edge in edges if edge.visits]
    visits = sum(edge.visits for edge in seen)
    if not visits:
        return 0.0
    return sum(edge.total for edge in seen) / visits - max(edge.sight for edge in edges)


def _weigh(node: Node) -> None:
    """Sets how often each answer is to be looked into, by its first sight."""
    best = max((edge.sight for edge in node.edges.values()), default=0.0)
    weights = [exp((edge.sight - best) / TRUST) for edge in node.edges.values()]
    for edge, weight in zip(node.edges.values(), weights, strict=True):
        edge.prior = weight / sum(weights)
