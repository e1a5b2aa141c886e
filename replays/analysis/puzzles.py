"""Puzzles: positions with a certain win within the turn.

A win is certain if no other seat answers on the way, nothing is drawn, and the same answers win in every
sampled world.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import permutations
from random import Random
from typing import Any, Literal, NoReturn, TypeAlias

import msgspec
from msgspec import Struct

from domain import decider, table
from domain.decider import Position, Unplayable
from domain.games import Game
from domain.model import CHANCE, Answered, Asked, Fact, Picks, Resolved, Seat
from domain.rules import Rules
from domain.script import B

from ..bots.candidates import END, PASS
from ..bots.determinization import redeal_hidden

SEARCHED_WORLDS = 4
"""The number of worlds that a search follows at once."""

CHECKED_WORLDS = 200
"""The number of worlds that a solution must win in."""

MAX_NODES = 4_000
"""The maximum number of searched answers; beyond it the result is unknown."""

MIN_ANSWERS = 2
"""The minimum length of a solution without idle answers."""

IDLE_ANSWERS: tuple[Picks, ...] = ((), (END,), (PASS,))
"""Answers without an effect."""

Turn: TypeAlias = tuple[int, Seat, str]
"""A turn by the number of its turn or round, its seat, and its subject."""

Wins: TypeAlias = dict[Picks, tuple[Picks, ...] | None]
"""The shortest certain win for each first answer, or `None`."""

Outcome = Literal["open", "reached", "missed"]
"""The state of a puzzle: the turn goes on, is won, or ended without a win."""

_Worlds: TypeAlias = tuple[Position[Any], ...]


class Puzzle(Struct, frozen=True, forbid_unknown_fields=True):
    """A position in notation, with the answers that win within the turn."""

    position: str
    solution: tuple[Picks, ...]


class SearchLimitReached(Exception):
    """The search exceeds `MAX_NODES` answers."""


class ChanceReached(Exception):
    """A draw makes the result uncertain."""


def turn_at(rules: Rules[Any, Any], position: Position[Any]) -> Turn | None:
    """Returns the turn at *position*, between effects; `None` after the end."""
    question = decider.open_question(rules, position)
    return None if question is None else (rules.turn_number(position.board), question.seat, question.about)


def puzzle_outcome(rules: Rules[Any, Any], start: Position[Any], position: Position[Any]) -> Outcome:
    """Returns the state of the turn of *start* at the later position *position*."""
    turn = turn_at(rules, start)
    assert turn is not None  # a puzzle asks
    if position.running is not None:
        return "open"
    if decider.open_question(rules, position) is None:
        in_time = rules.turn_number(position.board) == turn[0]
        return "reached" if in_time and turn[1] in rules.game_result(position.board).winners else "missed"
    return "open" if turn_at(rules, position) == turn else "missed"


def was_helped(rules: Rules[Any, Any], start: Position[Any], facts: Iterable[Fact]) -> bool:
    """Returns whether any seat but the player of *start* has answered in *facts*."""
    question = decider.open_question(rules, start)
    assert question is not None
    answered = {fact.event.seat for fact in facts if isinstance(fact.event, Answered)}
    return not answered <= {question.seat, CHANCE}


def certain_wins(rules: Rules[Any, Any], start: Position[Any], nodes: int = MAX_NODES) -> Wins:
    """Returns the shortest certain win for each first answer at *start*.

    Raises `SearchLimitReached` after *nodes* answers.
    """
    return _Search(rules, start, nodes).ways()


def shortest_solution(wins_by_answer: Wins) -> tuple[Picks, ...]:
    """Returns the shortest win if it makes a puzzle, else nothing.

    It has at least `MIN_ANSWERS` answers, and at most half of all first answers win.
    """
    wins = [way for way in wins_by_answer.values() if way is not None]
    solution = min(wins, key=_length, default=())
    effective, _ = _length(solution)
    return solution if effective >= MIN_ANSWERS and 2 * len(wins) <= len(wins_by_answer) else ()


def _length(way: tuple[Picks, ...]) -> tuple[int, int]:
    """Returns the number of effective answers, and of all answers."""
    return sum(picks not in IDLE_ANSWERS for picks in way), len(way)


def is_certain(rules: Rules[Any, Any], start: Position[Any], solution: Iterable[Picks]) -> bool:
    """Returns whether *solution* wins at *start* in each of `CHECKED_WORLDS` worlds without a draw."""
    answers = [*solution]
    return all(
        _is_win(rules, start, world, answers) for world in _sample_positions(rules, start, CHECKED_WORLDS)
    )


def _is_win(
    rules: Rules[Any, Any], start: Position[Any], position: Position[Any], answers: Iterable[Picks]
) -> bool:
    """Returns whether *answers* win in the world of *position*."""
    question = decider.open_question(rules, start)
    assert question is not None
    try:
        for picks in answers:
            position = decider.decide(rules, position, Answered(question.seat, picks), refuse_chance).position
    except (ChanceReached, decider.Illegal):
        return False
    return puzzle_outcome(rules, start, position) == "reached"


def _sample_positions(rules: Rules[Any, Any], start: Position[Any], count: int) -> Iterator[Position[Any]]:
    """Yields *start* and samples of it, *count* in all."""
    question = decider.open_question(rules, start)
    assert question is not None
    viewer, rng = rules.seat_viewer(start.board, question.seat), Random(0)
    yield start
    yield from (redeal_hidden(rules, start, viewer, rng) for _ in range(count - 1))


def find_puzzles(game: Game, rules: Rules[Any, Any], facts: Iterable[Fact]) -> Iterator[tuple[int, Puzzle]]:
    """Yields the puzzles in the last turn of a match, with the number of the fact before.

    It does not matter whether the win was found in the match.
    """
    for seq, board in _last_turn(rules, facts):
        notation = game.write_position(board)
        with suppress(Unplayable, SearchLimitReached):
            start = Position(rules.load_study(notation).board)
            solution = shortest_solution(certain_wins(rules, start))
            if solution and is_certain(rules, start, solution):
                yield seq, Puzzle(notation, solution)


def _last_turn(rules: Rules[B, Any], facts: Iterable[Fact]) -> list[tuple[int, B]]:
    """Returns the boards between effects of the last turn, with the number of the fact before."""
    first, *later = facts
    match = table.start_match(rules, first)
    previous: Turn | None = None
    boards: list[tuple[int, B]] = []
    for fact in later:
        match = table.evolve(rules, match, fact)
        if isinstance(fact.event, Resolved) and (turn := turn_at(rules, match.position)) is not None:
            if turn != previous:
                previous, boards = turn, []
            boards.append((match.seq, match.position.board))
    return boards


class _Search:
    """A depth-first search through one turn in all worlds at once."""

    def __init__(self, rules: Rules[Any, Any], start: Position[Any], nodes: int) -> None:
        open_question = decider.open_question(rules, start)
        assert open_question is not None
        self._rules, self._start, self._remaining_nodes = rules, start, nodes
        self._seat = open_question.seat
        self._cached_wins: dict[bytes, tuple[Picks, ...] | None] = {}

    def ways(self) -> Wins:
        worlds = (*_sample_positions(self._rules, self._start, SEARCHED_WORLDS),)
        return {picks: self._shortest_by(worlds, picks) for picks in self._answers(worlds)}

    def _answers(self, worlds: _Worlds) -> Iterator[Picks]:
        """Yields the answers that are possible in all *worlds*; none if another seat is asked."""
        questions = [decider.open_question(self._rules, world) for world in worlds]
        open_question = [question for question in questions if question is not None]
        if len(open_question) == len(worlds) and all(
            question.seat == self._seat for question in open_question
        ):
            yield from (
                picks
                for picks in all_answers(open_question[0])
                if all(other.allows(picks) for other in open_question[1:])
            )

    def _shortest_by(self, worlds: _Worlds, picks: Picks) -> tuple[Picks, ...] | None:
        """Returns the shortest certain win that starts with *picks*."""
        if not self._remaining_nodes:
            raise SearchLimitReached
        self._remaining_nodes -= 1
        answer = Answered(self._seat, picks)
        try:
            positions = tuple(
                decider.decide(self._rules, world, answer, refuse_chance).position for world in worlds
            )
        except (ChanceReached, decider.Illegal):
            return None
        outcomes = {puzzle_outcome(self._rules, self._start, world) for world in positions}
        if outcomes == {"reached"}:
            return (picks,)
        remainder = self._shortest(positions) if outcomes == {"open"} else None
        return None if remainder is None else (picks, *remainder)

    def _shortest(self, worlds: _Worlds) -> tuple[Picks, ...] | None:
        """Returns the shortest certain win from *worlds*, cached between effects."""
        key = None
        if all(world.running is None for world in worlds):
            key = msgspec.msgpack.encode([world.board for world in worlds])
            if key in self._cached_wins:
                return self._cached_wins[key]
            self._cached_wins[key] = None  # to come back here wins nothing
        wins = (
            way for picks in self._answers(worlds) if (way := self._shortest_by(worlds, picks)) is not None
        )
        shortest = min(wins, key=_length, default=None)
        if key is not None:
            self._cached_wins[key] = shortest
        return shortest


def all_answers(question: Asked) -> Iterator[Picks]:
    """Yields every answer in every order."""
    for count in range(question.least, question.most + 1):
        yield from dict.fromkeys(permutations(question.options, count))


def refuse_chance(question: Asked, seq: int) -> NoReturn:
    """Replaces chance in a search; raises `ChanceReached`."""
    raise ChanceReached
