"""Brings a turn to the edge of a win: the points or the Power with which one first answer is enough."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from math import inf
from typing import Any, NamedTuple

import msgspec

from domain import decider
from domain.decider import Position
from domain.games import Game
from domain.model import Answered, Picks
from domain.rules import Rules
from replays.analysis.puzzle_search import MIN_FIRST_ANSWERS, SearchLimitReached, all_answers
from replays.analysis.puzzles import ChanceReached, puzzle_outcome, refuse_chance, solver_seat

MAX_NODES = 3_000
"""The number of answers after which a turn is too long to be searched."""


LEAST_DECK = 6
"""The number of cards that a settled deck has."""

SAME_ANSWERS = 3
"""The number of positions of a turn with the same first answer."""


class Edge(NamedTuple):
    """The amount of a game that decides whether a line wins.

    `prepare` writes a position in which every gain wins. `spare` is the amount that a line could do without
    at a position of the turn, won or not. `lower` writes a position with less of it, and `settle`
    one in which hidden cards matter less.
    """

    prepare: Callable[[Rules[Any, Any], str], str]
    spare: Callable[[Rules[Any, Any], Position[Any], int, bool], float]
    lower: Callable[[Rules[Any, Any], str, int], str]
    settle: Callable[[Rules[Any, Any], str], str] = lambda rules, position: position


def list_edges(game: Game, rules: Rules[Any, Any], position: str) -> list[tuple[str, Picks]]:
    """Returns positions of the turn at *position* with less of an amount, and the first answer that remains.

    *position* comes first, then those with most first answers. Raises `SearchLimitReached`, and `Unplayable`
    for an impossible position.
    """
    edge = EDGES[game.NAME]
    start = Position(rules.load_study(edge.prepare(rules, position)).board)
    seat, search = solver_seat(rules, start), _SpareSearch(rules, start, edge)
    search.best_spare(start)
    edges: list[tuple[str, Picks]] = []
    counts: Counter[Picks] = Counter()
    for node, spares in sorted(search.nodes.values(), key=lambda each: (each[0] is not start, -len(each[1]))):
        best = min(max(spares.values(), default=-inf), edge.spare(rules, node, seat, False))
        firsts = [picks for picks, spare in spares.items() if spare >= best]
        if best > -inf and len(firsts) == 1 and len(spares) >= MIN_FIRST_ANSWERS:
            counts.update(firsts)
            if counts[firsts[0]] <= SAME_ANSWERS:
                edges.append((edge.lower(rules, game.write_position(node.board), int(best)), firsts[0]))
    return edges


class _SpareSearch:
    """A search of the most spare amount of each answer in a turn, with all cards open."""

    def __init__(self, rules: Rules[Any, Any], start: Position[Any], edge: Edge) -> None:
        self._rules, self._start, self._edge, self._remaining_nodes = rules, start, edge, MAX_NODES
        self._seat = solver_seat(rules, start)
        self.nodes: dict[bytes, tuple[Position[Any], dict[Picks, float]]] = {}

    def best_spare(self, position: Position[Any]) -> float:
        key = msgspec.msgpack.encode(position.board) if position.running is None else None
        if key in self.nodes:
            return max(self.nodes[key][1].values(), default=-inf)
        if key is not None:
            self.nodes[key] = position, {}
        question = decider.open_question(self._rules, position)
        spares: dict[Picks, float] = {}
        if question is not None and question.seat == self._seat:
            spares = {picks: self._spare_after(position, picks) for picks in all_answers(question)}
        if key is not None:
            self.nodes[key] = position, spares
        return max(spares.values(), default=-inf)

    def _spare_after(self, position: Position[Any], picks: Picks) -> float:
        if not self._remaining_nodes:
            raise SearchLimitReached
        self._remaining_nodes -= 1
        try:
            answer = Answered(self._seat, picks)
            position = decider.decide(self._rules, position, answer, refuse_chance).position
        except (ChanceReached, decider.Illegal):
            return -inf
        outcome = puzzle_outcome(self._rules, self._start, position)
        if outcome == "missed":
            return -inf
        spare = self._edge.spare(self._rules, position, self._seat, outcome == "reached")
        return spare if outcome == "reached" else min(spare, self.best_spare(position))


# -- Victory Points ----------------------------------------------------------------------------------


def _side_of(rules: Rules[Any, Any], board: Any, seat: int) -> int:
    return next(index for index, seats in enumerate(rules.list_sides(board)) if seat in seats)


def _points_to_end(position: str) -> int:
    """Returns the Victory Points that end the match (SA-702)."""
    return 12 if " chapter=1 " in position else 20


def _equal_points(rules: Rules[Any, Any], position: str) -> str:
    """Returns a position in which both teams lack one Victory Point to the final round."""
    points = _points_to_end(position) - 1
    return re.sub(r" vp=\d+:\d+", f" vp={points}:{points}", position, count=1).replace(" final ", " ", 1)


def _spare_points(rules: Rules[Any, Any], position: Position[Any], seat: int, is_won: bool) -> float:
    """Returns the lead of a won match without the last point of it."""
    if not is_won:
        return inf
    points, side = rules.side_points(position.board), _side_of(rules, position.board, seat)
    return points[side] - points[1 - side] - 1


def _lower_points(rules: Rules[Any, Any], position: str, by: int) -> str:
    board = rules.load_study(position).board
    points = [*rules.side_points(board)]
    points[_side_of(rules, board, solver_seat(rules, Position(board)))] -= by
    return re.sub(r" vp=\d+:\d+", " vp={}:{}".format(*points), position, count=1)


# -- Power -------------------------------------------------------------------------------------------


def _spare_power(rules: Rules[Any, Any], position: Position[Any], seat: int, is_won: bool) -> float:
    """Returns the Power of the Villain, who does without it from the start."""
    return float(position.board.realms[seat].power)


def _lower_power(rules: Rules[Any, Any], position: str, by: int) -> str:
    """Returns *position* with Power of the Villain in the Cauldron."""
    seat = solver_seat(rules, Position(rules.load_study(position).board))
    realms = position.split(" / ")
    index = next(number for number, realm in enumerate(realms) if realm.startswith(f"{seat}."))
    realms[index] = _add_to("power", -by, realms[index])
    return _add_to("cauldron", by, " / ".join(realms))


def _add_to(key: str, change: int, part: str) -> str:
    return re.sub(rf" {key}=(\d+)", lambda found: f" {key}={int(found[1]) + change}", part, count=1)


def _cheapen_deck(rules: Rules[Any, Any], position: str) -> str:
    """Returns *position* with only the cheapest cards in the Villain's deck; the others are discarded.

    A shot of the Queen of Hearts is then as certain as it can be (VI-127).
    """
    seat = solver_seat(rules, Position(rules.load_study(position).board))
    realms = position.split(" / ")
    index = next(number for number, realm in enumerate(realms) if realm.startswith(f"{seat}."))
    found = re.search(r" deck=(\S+)", realms[index])
    if found is None:
        return position
    deck = found[1].split(",")
    kept = sorted(deck, key=lambda card: rules.book.cards[card].cost)[:LEAST_DECK]
    gone = ",".join(card for card in deck if card not in kept)
    realm = realms[index].replace(found[0], f" deck={','.join(card for card in deck if card in kept)}", 1)
    if gone:
        has_pile = " discard=" in realm
        realm = (
            realm.replace(" discard=", f" discard={gone},", 1)
            if has_pile
            else re.sub(r"( deck=\S+)", rf"\1 discard={gone}", realm, count=1)
        )
    return " / ".join([*realms[:index], realm, *realms[index + 1 :]])


EDGES: Mapping[str, Edge] = {
    "arena": Edge(_equal_points, _spare_points, _lower_points),
    "villainous": Edge(lambda rules, position: position, _spare_power, _lower_power, _cheapen_deck),
}
"""The amount of each game."""
