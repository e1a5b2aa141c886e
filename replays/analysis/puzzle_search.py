"""Finds puzzles in matches by searching whole turns, checks them in worlds, and follows their studies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations
from random import Random
from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec

from domain import decider, table
from domain.chance import chance_by_fact
from domain.decider import Position
from domain.model import CHANCE, Answered, Asked, Chance, Fact, Picks, Resolved
from domain.rules import Rules
from domain.script import B
from domain.table import Rewound

from ..bots.determinization import redeal_hidden
from .puzzles import (
    IDLE_ANSWERS,
    ChanceReached,
    Outcome,
    Puzzle,
    Turn,
    follow_answers,
    puzzle_outcome,
    refuse_chance,
    solution_length,
    solver_seat,
    turn_at,
)

WORLD_COUNT = 60
"""The number of worlds that check a puzzle."""

MAX_NODES = 20_000
"""The maximum number of searched answers; beyond it the result is unknown."""

MAX_STUDY_NODES = 400
"""The maximum number of searched answers at a moment of a study, which take 0.2 s at most."""

MIN_ANSWERS = 2
"""The minimum length of a solution without idle answers."""

MIN_FIRST_ANSWERS = 3
"""The minimum number of first answers."""

Wins: TypeAlias = dict[Picks, tuple[Picks, ...] | None]
"""The shortest win for each first answer, or `None`."""


PuzzleState = Literal["open", "found", "strayed", "reached", "helped", "missed"]
"""The state of a study: `found` after the right first answer, `strayed` without a certain win, and `helped`
if another seat answered before it."""


class SearchLimitReached(Exception):
    """The search exceeds its number of answers."""


class FoundPuzzle(NamedTuple):
    """A position in notation with the only first answer that wins, and the rest of the solution."""

    position: str
    solution: tuple[Picks, ...]


class TurnSearch:
    """A search of all lines through the turn of *start*, in one world, with one draw for each board."""

    def __init__(
        self,
        rules: Rules[Any, Any],
        start: Position[Any],
        chance: Chance = refuse_chance,
        max_nodes: int = MAX_NODES,
    ) -> None:
        self._rules, self._start, self._chance, self._remaining_nodes = rules, start, chance, max_nodes
        self._seat = solver_seat(rules, start)
        self._cached_wins: dict[bytes, tuple[Picks, ...] | None] = {}

    def list_wins(self, position: Position[Any]) -> Wins:
        """Returns the shortest win for each answer at *position*; none if another seat is asked.

        Raises `SearchLimitReached`.
        """
        question = decider.open_question(self._rules, position)
        if question is None or question.seat != self._seat:
            return {}
        return {picks: self.find_win(position, picks) for picks in all_answers(question)}

    def find_win(self, position: Position[Any], picks: Picks) -> tuple[Picks, ...] | None:
        """Returns the shortest win that starts with *picks* at *position*; raises `SearchLimitReached`."""
        if not self._remaining_nodes:
            raise SearchLimitReached
        self._remaining_nodes -= 1
        try:
            answer = Answered(self._seat, picks)
            position = decider.decide(self._rules, position, answer, self._chance).position
        except (ChanceReached, decider.Illegal):
            return None
        outcome = puzzle_outcome(self._rules, self._start, position)
        if outcome == "reached":
            return (picks,)
        remainder = self._shortest_win(position) if outcome == "open" else None
        return None if remainder is None else (picks, *remainder)

    def _shortest_win(self, position: Position[Any]) -> tuple[Picks, ...] | None:
        """Returns the shortest win from *position*, found once for each position between effects."""
        key = msgspec.msgpack.encode(position.board) if position.running is None else None
        if key in self._cached_wins:
            return self._cached_wins[key]
        if key is not None:
            self._cached_wins[key] = None  # to come back here wins nothing
        wins = (win for win in self.list_wins(position).values() if win is not None)
        shortest = min(wins, key=solution_length, default=None)
        if key is not None:
            self._cached_wins[key] = shortest
        return shortest


def all_answers(question: Asked) -> Iterator[Picks]:
    """Yields every answer in every order."""
    for count in range(question.least, question.most + 1):
        yielded = set[Picks]()
        for picks in permutations(question.options, count):  # one by one: a search stops at its limit
            if picks not in yielded:
                yielded.add(picks)
                yield picks


def sample_positions(rules: Rules[Any, Any], start: Position[Any], count: int) -> Iterator[Position[Any]]:
    """Yields *start* and samples of it, *count* in all."""
    viewer, rng = rules.seat_viewer(start.board, solver_seat(rules, start)), Random(0)
    yield start
    yield from (redeal_hidden(rules, start, viewer, rng) for _ in range(count - 1))


def is_certain(
    rules: Rules[Any, Any], start: Position[Any], solution: Sequence[Picks], worlds: int = WORLD_COUNT
) -> bool:
    """Returns whether *solution* wins at *start* in each of *worlds* worlds without a draw."""
    try:
        return all(
            follow_answers(rules, start, world, solution).outcome == "reached"
            for world in sample_positions(rules, start, worlds)
        )
    except (ChanceReached, decider.Illegal):
        return False


def is_only_win(
    rules: Rules[Any, Any], start: Position[Any], first: Picks, worlds: int = WORLD_COUNT
) -> bool:
    """Returns whether no first answer but *first* wins in any of *worlds* worlds.

    Each world is searched to the end of the turn as if its hidden cards were open, with draws of its own.
    Raises `SearchLimitReached`.
    """
    question = decider.open_question(rules, start)
    assert question is not None  # a puzzle asks
    others = [picks for picks in all_answers(question) if picks != first]
    for number, world in enumerate(sample_positions(rules, start, worlds)):
        search = TurnSearch(rules, start, chance_by_fact(number.to_bytes(32)))
        if any(search.find_win(world, picks) for picks in others):
            return False
    return True


def puzzle_state(rules: Rules[Any, Any], puzzle: Puzzle, facts: Iterable[Fact]) -> PuzzleState:
    """Returns the state of *puzzle* after *facts* of its study; the first outcome of a line counts."""
    first, *later = facts
    match, start = table.start_match(rules, first), Position(rules.load_study(puzzle.position).board)
    answers = list[tuple[int, Answered]]()
    outcome: Outcome = "open"
    for fact in later:
        match, event = table.evolve(rules, match, fact), fact.event
        if isinstance(event, Rewound):
            answers, outcome = [(seq, answer) for seq, answer in answers if seq <= event.to], "open"
        elif outcome == "open":
            if isinstance(event, Answered) and event.seat != CHANCE:
                answers.append((fact.seq, event))
            outcome = puzzle_outcome(rules, start, match.position)
    if outcome == "reached" and any(answer.seat != solver_seat(rules, start) for _, answer in answers):
        return "helped"
    if outcome != "open" or not answers:
        return outcome
    if answers[0][1].picks != puzzle.solution[0]:
        return "strayed"
    return _search_state(rules, start, match.position)


def _search_state(rules: Rules[Any, Any], start: Position[Any], position: Position[Any]) -> PuzzleState:
    """Returns `reached` if idle answers alone win from *position*, and `strayed` if no answers do."""
    try:
        wins = TurnSearch(rules, start, max_nodes=MAX_STUDY_NODES).list_wins(position).values()
    except SearchLimitReached:
        return "found"
    if any(win is not None and {*win} <= {*IDLE_ANSWERS} for win in wins):
        return "reached"
    return "found" if any(wins) else "strayed"


def pose_puzzle(rules: Rules[Any, Any], position: str) -> FoundPuzzle | None:
    """Returns the puzzle at *position* if one of enough first answers wins, and not at once.

    All cards are open to the search. Raises `SearchLimitReached`, and `Unplayable` for an impossible
    position.
    """
    start = Position(rules.load_study(position).board)
    wins = TurnSearch(rules, start).list_wins(start)
    ways = [way for way in wins.values() if way is not None]
    if len(ways) == 1 and len(wins) >= MIN_FIRST_ANSWERS and solution_length(ways[0])[0] >= MIN_ANSWERS:
        return FoundPuzzle(position, ways[0])
    return None


def list_turns(rules: Rules[B, Any], facts: Iterable[Fact]) -> list[list[tuple[int, B]]]:
    """Returns the boards of each turn, between effects, with the number of the fact before."""
    first, *later = facts
    match = table.start_match(rules, first)
    previous: Turn | None = None
    turns: list[list[tuple[int, B]]] = []
    for fact in later:
        match = table.evolve(rules, match, fact)
        if isinstance(fact.event, Resolved) and (turn := turn_at(rules, match.position)) is not None:
            if turn != previous:
                turns.append([])
            turns[-1].append((match.seq, match.position.board))
            previous = turn
    return turns
