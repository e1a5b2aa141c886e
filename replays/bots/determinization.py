"""Samples positions that look alike to a viewer.

Between two effects the hidden cards are dealt again. Within an effect the sampled start is replayed with the
recorded answers until all visible facts match.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple, TypeAlias

import msgspec
from msgspec.structs import replace

from domain import chance, decider
from domain.decider import Illegal, Position
from domain.errors import Drift
from domain.model import CHANCE, Answered, Asked, Chance, Event, Fact, Picks, Seat, Shuffled, Viewer
from domain.rules import Rules

from .candidates import guess_answer

MAX_TRIES = 60
"""The number of samples of an effect's start before giving up."""

WORLD_COUNT = 8
"""The number of sampled worlds of a search."""

VisibleCards: TypeAlias = frozenset[str]
"""The cards that a viewer has seen; they keep their positions."""


class World(NamedTuple):
    """A sampled position with the chance of its future."""

    position: Position[Any]
    chance: Chance


def sample_worlds(rules: Rules[Any, Any], position: Position[Any], seat: Seat, rng: Random) -> list[World]:
    """Returns the sampled worlds of *seat*; the same *rng* gives the same worlds.

    There are few or none if the current effect cannot be sampled.
    """
    viewer = rules.seat_viewer(position.board, seat)
    samples = (determinize(rules, position, viewer, rng) for _ in range(WORLD_COUNT))
    return [
        World(sample, chance.chance_by_fact(rng.randbytes(32))) for sample in samples if sample is not None
    ]


def determinize(
    rules: Rules[Any, Any], position: Position[Any], viewer: Viewer, rng: Random
) -> Position[Any] | None:
    """Returns a sample of *position* that is consistent with the viewer's knowledge, or `None`.

    The distribution depends on the viewer's information only.
    """
    if position.running is None:
        return redeal_hidden(rules, position, viewer, rng)
    base, facts = position.running.base, position.running.facts
    outline = _visible_outline(rules, facts, viewer)
    visible = frozenset(_strings_in(msgspec.to_builtins(outline)))
    for _ in range(MAX_TRIES):
        start = Position(rules.determinize(base, viewer, _shuffle_hidden(visible, rng)), facts[0].seq - 1)
        sample = _replay_effect(rules, start, facts, viewer, visible, rng)
        if (
            sample is not None
            and sample.running
            and _visible_outline(rules, sample.running.facts, viewer) == outline
        ):
            return sample
    return None


def redeal_hidden(
    rules: Rules[Any, Any], position: Position[Any], viewer: Viewer, rng: Random
) -> Position[Any]:
    """Returns *position*, between effects, with all cards hidden from *viewer* dealt again."""
    return replace(
        position, board=rules.determinize(position.board, viewer, _shuffle_hidden(frozenset(), rng))
    )


def _replay_effect(
    rules: Rules[Any, Any],
    position: Position[Any],
    facts: Sequence[Fact],
    viewer: Viewer,
    visible: VisibleCards,
    rng: Random,
) -> Position[Any] | None:
    """Returns the position after the recorded answers; secret ones are drawn from *rng*."""
    answers = [fact.event for fact in facts if isinstance(fact.event, Answered)]
    draws = iter([answer.picks for answer in answers[1:] if answer.seat == CHANCE])

    def draw(chance_question: Asked, seq: int) -> Answered:
        picks = next(draws)
        if chance_question.most > 1:
            hidden = tuple(card for card in chance_question.options if card not in visible)
            shuffled = iter(_shuffle_hidden(frozenset(), rng)(hidden))
            return chance.chance_answer(
                tuple(card if card in visible else next(shuffled, card) for card in picks)
            )
        return chance.chance_answer(
            picks if visible.issuperset(picks) else (rng.choice(chance_question.options),)
        )

    for answer in (answers[0], *(answer for answer in answers[1:] if answer.seat != CHANCE)):
        try:
            question = decider.open_question(rules, position)
            if answer.secret and answer.seat not in viewer.shares and question is not None:
                picks = guess_answer(question, rng)
            else:
                picks = answer.picks
            position = decider.decide(rules, position, Answered(answer.seat, picks), draw).position
        except (Drift, Illegal, StopIteration):
            return None
    return position


def _visible_outline(
    rules: Rules[Any, Any], facts: Sequence[Fact], viewer: Viewer
) -> list[tuple[str, Event]]:
    """Returns the events of an effect as *viewer* sees them, each with its rule."""
    redacted = (decider.redact_fact(rules, fact, viewer) for fact in facts)
    return [(fact.rule, _without_time(fact.event)) for fact in redacted]


def _without_time(event: Event) -> Event:
    """Returns *event* without the time and nonce of an answer."""
    return replace(event, at=0, nonce="", options=()) if isinstance(event, Answered) else event


def _shuffle_hidden(visible: VisibleCards, rng: Random) -> Shuffled:
    """Returns a shuffle that leaves the *visible* cards in place."""

    def shuffled(cards: Picks) -> Picks:
        hidden = sorted(card for card in cards if card not in visible)
        rng.shuffle(hidden)
        return tuple(card if card in visible else hidden.pop() for card in cards)

    return shuffled


def _strings_in(value: Any) -> Iterator[str]:
    """Yields every string of nested data."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from _strings_in([*value.values()])
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _strings_in(item)
