"""Better answers than a given one, played out in a sampled world.

The world is one that the player may have assumed, not the actual one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, cast

from msgspec import Struct
from msgspec.structs import replace

from domain import decider, table
from domain.games import Game
from domain.messages import Message
from domain.model import CHANCE, Answered, Asked, Picks, Seat
from domain.rules import Rules
from domain.table import Match, WrongMoment

from ..bots.determinization import sample_worlds
from ..bots.search import Edge
from ..playback.deltas import Frame, Players, ReckonedScene, list_changes, scene_with_numbers

MAX_LINE_ANSWERS = 6
"""The maximum number of answers of a line."""


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


def longest_line(seat: Seat, edge: Edge) -> tuple[int, tuple[Said, ...]]:
    """Returns the world with the longest line from an answer of *seat*, and the line."""
    lines = {world: (*_follow_tree(seat, edge, world),) for world in sorted(edge.node.positions)}
    world = max(lines, key=lambda number: len(lines[number]), default=0)
    return world, lines.get(world, ())


def _follow_tree(seat: Seat, edge: Edge | None, world: int) -> Iterator[Said]:
    """Yields the answers after *edge* in *world*, as far as the tree visited them more than once."""
    for _ in range(MAX_LINE_ANSWERS):
        if edge is None:
            return
        yield Said(seat, edge.picks)
        seat = edge.node.seat
        visited = (
            candidate
            for candidate in edge.node.edges.values()
            if world in candidate.node.positions and candidate.visits > 1
        )
        edge = max(visited, key=lambda candidate: candidate.visits, default=None)


def rng_at(seed: str, seq: int) -> Random:
    """Returns the random generator of the worlds sampled after fact *seq*."""
    return Random(f"{seed}/{seq}")


def play_line(
    game: Game,
    rules: Rules[Any, Any],
    match: Match[Any],
    rng: Random,
    world: int,
    answers: Sequence[Picks],
    players: Players,
    label: Callable[[Asked, str], str],
) -> PlayedLine:
    """Returns *answers* played out from the open question of *match*, in a *world* of those from *rng*.

    *label* renders a pick. Raises `Illegal` for an impossible answer, and `WrongMoment` without an open
    question or a sampled world.
    """
    open_question = table.open_question(rules, match)
    if open_question is None or open_question.seat == CHANCE:
        raise WrongMoment(Message("No line begins after fact {seq}.", seq=match.seq))
    worlds = sample_worlds(rules, match.position, open_question.seat, rng)
    if not worlds:
        raise WrongMoment(Message("No line begins after fact {seq}.", seq=match.seq))
    position, chance = worlds[world % len(worlds)]
    viewer = rules.seat_viewer(match.position.board, open_question.seat)
    scene = first = scene_with_numbers(game, rules, replace(match, position=position), viewer, players)
    frames, texts = [], []
    for number, picks in enumerate(answers, match.seq + 1):
        question = decider.open_question(rules, position)
        answer = Answered(open_question.seat if question is None else question.seat, picks)
        position = decider.decide(rules, position, answer, chance).position
        assert question is not None  # or nothing could have been decided
        texts.append(", ".join(label(question, pick) for pick in picks))
        next_scene = scene_with_numbers(game, rules, replace(match, position=position), viewer, players) | {
            "seq": number
        }
        frames.append(Frame(number, [*list_changes([], scene, next_scene)]))
        scene = next_scene
    return PlayedLine(open_question.seat, cast(ReckonedScene, first), frames, texts)
