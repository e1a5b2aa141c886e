"""Puzzles: positions with a certain win within the turn, their state, theme and rating.

A win is certain if no other seat answers on the way, nothing is drawn, and the same answers win in every
sampled world. A seat that wins at the start of its turns wins a puzzle with a complete objective.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple, NoReturn, TypeAlias

from msgspec import Struct

from domain import decider
from domain.decider import Position
from domain.model import Answered, Asked, Fact, Picks, Seat
from domain.notation import write_fact
from domain.rules import Rules

from ..bots.candidates import END, PASS
from ..bots.players import BOTS

IDLE_ANSWERS: tuple[Picks, ...] = ((), (END,), (PASS,))
"""Answers without an effect."""

LEVELS: tuple[str, ...] = tuple(name for name in BOTS if name != "random")
"""The bots that a rating counts, the weakest first."""

Turn: TypeAlias = tuple[int, Seat, str]
"""A turn by the number of its turn or round, its seat, and its subject."""

Outcome = Literal["open", "reached", "missed"]
"""The outcome of a puzzle: the turn goes on, is won, or ended without a win."""


class Puzzle(Struct, frozen=True, forbid_unknown_fields=True):
    """A position in notation with the only first answer that wins, and the rest of its `solution`.

    `theme` names the motif of the solution. `greedy` is the first answer of the bot with one answer of
    lookahead. `solvers` are the bots that solve the puzzle, of `LEVELS`.
    """

    position: str
    solution: tuple[Picks, ...]
    theme: str
    greedy: Picks
    solvers: tuple[str, ...] = ()

    @property
    def rating(self) -> int:
        """The difficulty: 1000, 250 for each of `LEVELS` that misses it, 50 for each effective answer."""
        missed = len(LEVELS) - len(self.solvers)
        return 1000 + 250 * missed + 50 * solution_length(self.solution)[0]


def solution_length(solution: Sequence[Picks]) -> tuple[int, int]:
    """Returns the number of effective answers, and of all answers."""
    return sum(picks not in IDLE_ANSWERS for picks in solution), len(solution)


def turn_at(rules: Rules[Any, Any], position: Position[Any]) -> Turn | None:
    """Returns the turn at *position*, between effects; `None` after the end."""
    question = decider.open_question(rules, position)
    return None if question is None else (rules.turn_number(position.board), question.seat, question.about)


def solver_seat(rules: Rules[Any, Any], start: Position[Any]) -> Seat:
    """Returns the seat that has to win the puzzle at *start*."""
    question = decider.open_question(rules, start)
    assert question is not None  # a puzzle asks
    return question.seat


def puzzle_outcome(rules: Rules[Any, Any], start: Position[Any], position: Position[Any]) -> Outcome:
    """Returns the outcome of the turn of *start* at the later position *position*."""
    turn = turn_at(rules, start)
    assert turn is not None  # a puzzle asks
    if position.running is not None:
        return "open"
    if decider.open_question(rules, position) is None:
        in_time = rules.turn_number(position.board) == turn[0]
        return "reached" if in_time and turn[1] in rules.game_result(position.board).winners else "missed"
    if rules.meets_objective(position.board, turn[1]):
        return "reached"
    return "open" if turn_at(rules, position) == turn else "missed"


class FollowedLine(NamedTuple):
    """The outcome of a line of answers, with their facts and the position after them."""

    outcome: Outcome
    facts: list[Fact]
    position: Position[Any]


def follow_answers(
    rules: Rules[Any, Any], start: Position[Any], world: Position[Any], answers: Iterable[Picks]
) -> FollowedLine:
    """Returns the line of *answers* in a *world* of *start*, as far as the puzzle is open.

    Raises `ChanceReached` at a draw, and `decider.Illegal` for an answer that the world does not allow.
    """
    seat, facts, outcome = solver_seat(rules, start), list[Fact](), puzzle_outcome(rules, start, world)
    for picks in answers:
        if outcome != "open":
            break
        new_facts, world = decider.decide(rules, world, Answered(seat, picks), refuse_chance)
        facts += new_facts
        outcome = puzzle_outcome(rules, start, world)
    return FollowedLine(outcome, facts, world)


def puzzle_ends_match(rules: Rules[Any, Any], puzzle: Puzzle) -> bool:
    """Returns whether the solution of *puzzle* ends the match, not only completes an objective."""
    start = Position(rules.load_study(puzzle.position).board)
    position = follow_answers(rules, start, start, puzzle.solution).position
    return decider.open_question(rules, position) is None


def theme_of(themes: Mapping[str, Sequence[str]], facts: Iterable[Fact], subject: str) -> str:
    """Returns the first of *themes* whose facts occur among *facts* in their order, or an empty text.

    Each pattern is a fact in notation with the significant words only, each a regular expression. `{subject}`
    stands for *subject*, the character or Villain of the turn.
    """
    lines = [write_fact(fact).split() for fact in facts]
    return next(
        (name for name, patterns in themes.items() if _occur_in_order(patterns, iter(lines), subject)), ""
    )


def _occur_in_order(patterns: Iterable[str], lines: Iterator[list[str]], subject: str) -> bool:
    wanted = [pattern.replace("{subject}", subject).split() for pattern in patterns]
    return all(any(_has_words(line, words) for line in lines) for words in wanted)


def _has_words(line: Iterable[str], wanted: Iterable[str]) -> bool:
    return all(any(re.fullmatch(pattern, word) for word in line) for pattern in wanted)


class ChanceReached(Exception):
    """A draw makes the result uncertain."""


def refuse_chance(question: Asked, seq: int) -> NoReturn:
    """Replaces chance in a search; raises `ChanceReached`."""
    raise ChanceReached
