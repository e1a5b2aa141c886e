"""Puzzles: positions in which whoever is asked wins within the turn, whatever others choose and is hidden.

A win is certain where nobody else is asked on the way, nothing is drawn by chance, and the same answers win
in every world that the player imagines.
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
from domain.decider import Position, Rules, Unplayable
from domain.games import Game
from domain.model import CHANCE, Answered, Asked, Fact, Picks, Resolved, Seat
from domain.script import B

from .candidates import END, PASS
from .determinization import redealt

WORLDS = 4
"""In how many worlds a search goes on at once: as the cards lie, and dealt anew."""

SURE = 200
"""In how many worlds a solution has to win."""

NODES = 4_000
"""So many answers are looked into; where that is not enough, nothing is known."""

SHORTEST = 2
"""How many answers a solution has at least, not counting those that do nothing."""

IDLE: tuple[Picks, ...] = ((), (END,), (PASS,))
"""The answers that do nothing."""

Turn: TypeAlias = tuple[int, Seat, str]
"""A turn: its number or that of its round, whose it is, and whom it is about."""

Ways: TypeAlias = dict[Picks, tuple[Picks, ...] | None]
"""The shortest certain win that begins with each first answer; `None` where there is none."""

Outcome = Literal["open", "reached", "missed"]
"""How a puzzle stands: the turn goes on, is won, or is over and not won."""

_Worlds: TypeAlias = tuple[Position[Any], ...]


class Puzzle(Struct, frozen=True, forbid_unknown_fields=True):
    """A position in notation, and answers by which whoever is asked there wins within the turn."""

    position: str
    solution: tuple[Picks, ...]


class Unsearched(Exception):
    """There is more to look into than `NODES` answers."""


class Drawn(Exception):
    """Chance is asked, so that nothing is certain any more."""


def turn(rules: Rules[Any, Any], position: Position[Any]) -> Turn | None:
    """Returns which turn is played at *position*, at which nothing is under way; `None` after the end."""
    asked = decider.open_question(rules, position)
    return None if asked is None else (rules.turn_number(position.board), asked.seat, asked.about)


def outcome(rules: Rules[Any, Any], begin: Position[Any], now: Position[Any]) -> Outcome:
    """Tells how the turn that is played at *begin* stands at a later position, *now*."""
    played = turn(rules, begin)
    assert played is not None  # a puzzle asks
    if now.running is not None:
        return "open"
    if decider.open_question(rules, now) is None:
        in_time = rules.turn_number(now.board) == played[0]
        return "reached" if in_time and played[1] in rules.game_result(now.board).winners else "missed"
    return "open" if turn(rules, now) == played else "missed"


def helped(rules: Rules[Any, Any], begin: Position[Any], facts: Iterable[Fact]) -> bool:
    """Tells whether, by *facts*, anybody has answered but chance and whoever is asked at *begin*."""
    asked = decider.open_question(rules, begin)
    assert asked is not None
    answered = {fact.event.seat for fact in facts if isinstance(fact.event, Answered)}
    return not answered <= {asked.seat, CHANCE}


def ways(rules: Rules[Any, Any], begin: Position[Any], nodes: int = NODES) -> Ways:
    """Returns the shortest certain win by each first answer at *begin*, at which somebody is asked.

    Raises `Unsearched` after so many *nodes*.
    """
    return _Search(rules, begin, nodes).ways()


def solution_of(found: Ways) -> tuple[Picks, ...]:
    """Returns the shortest of the ways that were *found*, if they make a puzzle, and nothing if they do not.

    It has `SHORTEST` answers at least, and at most half of all first answers win.
    """
    wins = [way for way in found.values() if way is not None]
    solution = min(wins, key=_length, default=())
    doing, _ = _length(solution)
    return solution if doing >= SHORTEST and 2 * len(wins) <= len(found) else ()


def _length(way: tuple[Picks, ...]) -> tuple[int, int]:
    """Returns how many answers of *way* do something, and how many there are."""
    return sum(picks not in IDLE for picks in way), len(way)


def certain(rules: Rules[Any, Any], begin: Position[Any], solution: Iterable[Picks]) -> bool:
    """Tells whether *solution* wins at *begin* in each of `SURE` worlds, with nothing drawn."""
    answers = [*solution]
    return all(_wins(rules, begin, world, answers) for world in _dealt(rules, begin, SURE))


def _wins(
    rules: Rules[Any, Any], begin: Position[Any], position: Position[Any], answers: Iterable[Picks]
) -> bool:
    """Tells whether whoever is asked at *begin* wins by *answers* in the world of *position*."""
    asked = decider.open_question(rules, begin)
    assert asked is not None
    try:
        for picks in answers:
            position = decider.decide(rules, position, Answered(asked.seat, picks), undrawn).position
    except (Drawn, decider.Illegal):
        return False
    return outcome(rules, begin, position) == "reached"


def _dealt(rules: Rules[Any, Any], begin: Position[Any], count: int) -> Iterator[Position[Any]]:
    """Yields *begin*, and then as it may be for all that whoever is asked there knows: so many in all."""
    asked = decider.open_question(rules, begin)
    assert asked is not None
    viewer, luck = rules.seat_viewer(begin.board, asked.seat), Random(0)
    yield begin
    yield from (redealt(rules, begin, viewer, luck) for _ in range(count - 1))


def found(game: Game, rules: Rules[Any, Any], facts: Iterable[Fact]) -> Iterator[tuple[int, Puzzle]]:
    """Yields the puzzles in the last turn of a match, told by all its *facts*, the earliest first.

    Each comes with the number of the fact after which it stands. Whether the match was won there, or the win
    was missed, makes no difference.
    """
    for seq, board in _last_turn(rules, facts):
        written = game.write_position(board)
        with suppress(Unplayable, Unsearched):
            begin = Position(rules.load_study(written).board)
            solution = solution_of(ways(rules, begin))
            if solution and certain(rules, begin, solution):
                yield seq, Puzzle(written, solution)


def _last_turn(rules: Rules[B, Any], facts: Iterable[Fact]) -> list[tuple[int, B]]:
    """Returns the boards between the effects of the last turn, each with the number of the fact before it."""
    first, *rest = facts
    match = table.start_match(rules, first)
    last: Turn | None = None
    boards: list[tuple[int, B]] = []
    for fact in rest:
        match = table.evolve(rules, match, fact)
        if isinstance(fact.event, Resolved) and (now := turn(rules, match.position)) is not None:
            if now != last:
                last, boards = now, []
            boards.append((match.seq, match.position.board))
    return boards


class _Search:
    """A depth-first search through one turn, in all worlds at once."""

    def __init__(self, rules: Rules[Any, Any], begin: Position[Any], nodes: int) -> None:
        asked = decider.open_question(rules, begin)
        assert asked is not None
        self._rules, self._begin, self._left = rules, begin, nodes
        self._seat = asked.seat
        self._known: dict[bytes, tuple[Picks, ...] | None] = {}

    def ways(self) -> Ways:
        worlds = (*_dealt(self._rules, self._begin, WORLDS),)
        return {picks: self._by(worlds, picks) for picks in self._answers(worlds)}

    def _answers(self, worlds: _Worlds) -> Iterator[Picks]:
        """Yields what can be answered in each of *worlds*; nothing where another seat is asked in one."""
        questions = [decider.open_question(self._rules, world) for world in worlds]
        asked = [question for question in questions if question is not None]
        if len(asked) == len(worlds) and all(question.seat == self._seat for question in asked):
            yield from (picks for picks in every(asked[0]) if all(one.allows(picks) for one in asked[1:]))

    def _by(self, worlds: _Worlds, picks: Picks) -> tuple[Picks, ...] | None:
        """Returns the shortest certain win that begins with *picks*."""
        if not self._left:
            raise Unsearched
        self._left -= 1
        answer = Answered(self._seat, picks)
        try:
            after = tuple(decider.decide(self._rules, world, answer, undrawn).position for world in worlds)
        except (Drawn, decider.Illegal):
            return None
        stands = {outcome(self._rules, self._begin, world) for world in after}
        if stands == {"reached"}:
            return (picks,)
        rest = self._shortest(after) if stands == {"open"} else None
        return None if rest is None else (picks, *rest)

    def _shortest(self, worlds: _Worlds) -> tuple[Picks, ...] | None:
        """Returns the shortest certain win from *worlds* on, looked up where they were met before."""
        met = None
        if all(world.running is None for world in worlds):
            met = msgspec.msgpack.encode([world.board for world in worlds])
            if met in self._known:
                return self._known[met]
            self._known[met] = None  # to come back here wins nothing
        wins = (way for picks in self._answers(worlds) if (way := self._by(worlds, picks)) is not None)
        found = min(wins, key=_length, default=None)
        if met is not None:
            self._known[met] = found
        return found


def every(asked: Asked) -> Iterator[Picks]:
    """Yields every answer to *asked*, in every order."""
    for count in range(asked.least, asked.most + 1):
        yield from dict.fromkeys(permutations(asked.options, count))


def undrawn(asked: Asked, seq: int) -> NoReturn:
    """Stands for chance where nothing is drawn; raises `Drawn`."""
    raise Drawn
