"""Lines: answers that would have been better than one that was given, and how they look to who gave that one.

A line is played in one of the worlds that its search imagined: not with the cards as they lay, but as its
player may have thought them to lie.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, cast

from msgspec import Struct
from msgspec.structs import replace

from domain import decider, table
from domain.decider import Rules
from domain.games import Game
from domain.messages import Message
from domain.model import CHANCE, Answered, Asked, Picks, Seat
from domain.table import Match, WrongMoment

from .deltas import Frame, Players, ReckonedScene, changed, reckoned
from .determinization import worlds
from .search import Edge

LONGEST = 6
"""How many answers of a line are told at most."""


class Said(Struct, frozen=True):
    """An answer of a line: the seat and its picks."""

    seat: Seat
    picks: Picks


class PlayedLine(Struct, frozen=True):
    """An imagined line: the scene before it, and a frame for each answer.

    All of it is the view of `seat`, which could have given the first answer, in a world that may be
    imagined. `said` has the answers in words.
    """

    seat: Seat
    first: ReckonedScene
    frames: list[Frame]
    said: list[str]


def farthest(seat: Seat, edge: Edge) -> tuple[int, tuple[Said, ...]]:
    """Returns in which world the tree goes on farthest from an answer of *seat*, and by which answers."""
    lines = {world: (*_through(seat, edge, world),) for world in sorted(edge.node.positions)}
    world = max(lines, key=lambda each: len(lines[each]), default=0)
    return world, lines.get(world, ())


def _through(seat: Seat, edge: Edge | None, world: int) -> Iterator[Said]:
    """Yields how the tree goes on from an answer in *world*, as far as it has looked more than once."""
    for _ in range(LONGEST):
        if edge is None:
            return
        yield Said(seat, edge.picks)
        seat = edge.node.seat
        known = (
            each for each in edge.node.edges.values() if world in each.node.positions and each.visits > 1
        )
        edge = max(known, key=lambda each: each.visits, default=None)


def luck_of(seed: str, seq: int) -> Random:
    """Returns what the worlds are drawn from that are imagined after fact *seq*."""
    return Random(f"{seed}/{seq}")


def play_out(
    game: Game,
    rules: Rules[Any, Any],
    match: Match[Any],
    seed: str,
    world: int,
    answers: Sequence[Picks],
    players: Players,
    label: Callable[[Asked, str], str],
) -> PlayedLine:
    """Returns *answers* played out from the open question of *match*, in a *world* of a review by *seed*.

    *label* tells a pick in words. Raises `Illegal` for what cannot be answered there, and `WrongMoment`
    where nobody is asked or nothing can be imagined.
    """
    asked = table.open_question(rules, match)
    if asked is None or asked.seat == CHANCE:
        raise WrongMoment(Message("No line begins after fact {seq}.", seq=match.seq))
    there = worlds(rules, match.position, asked.seat, luck_of(seed, match.seq))
    if not there:
        raise WrongMoment(Message("No line begins after fact {seq}.", seq=match.seq))
    position, drawn = there[world % len(there)]
    viewer = rules.seat_viewer(match.position.board, asked.seat)
    scene = first = reckoned(game, rules, replace(match, position=position), viewer, players)
    frames, said = [], []
    for number, picks in enumerate(answers, match.seq + 1):
        question = decider.open_question(rules, position)
        answer = Answered(asked.seat if question is None else question.seat, picks)
        position = decider.decide(rules, position, answer, drawn).position
        assert question is not None  # or nothing could have been decided
        said.append(", ".join(label(question, pick) for pick in picks))
        after = reckoned(game, rules, replace(match, position=position), viewer, players) | {"seq": number}
        frames.append(Frame(number, [*changed([], scene, after)]))
        scene = after
    return PlayedLine(asked.seat, cast(ReckonedScene, first), frames, said)
