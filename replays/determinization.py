"""What somebody cannot see, imagined: positions that look alike to a viewer.

Between two effects the hidden cards are dealt anew. In the midst of an effect it is told again from an
imagined beginning, with the answers that were given, until all that the viewer saw of it comes out the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple, TypeAlias

import msgspec
from msgspec.structs import replace

from domain import chance, decider
from domain.decider import Illegal, Position, Rules
from domain.errors import Drift
from domain.model import CHANCE, Answered, Asked, Chance, Event, Fact, Picks, Seat, Shuffled, Viewer

from .candidates import guess

TRIES = 60
"""How often an effect is told again before nothing that it may have begun with is found."""

WORLDS = 8
"""How many worlds are imagined for a search, which goes through them in turn."""

Known: TypeAlias = frozenset[str]
"""What a viewer has seen by name: its cards lie where they lay."""


class World(NamedTuple):
    """One way in which all may be that a seat cannot see: where it begins, and what chance does in it."""

    begin: Position[Any]
    chance: Chance


def worlds(rules: Rules[Any, Any], position: Position[Any], seat: Seat, luck: Random) -> list[World]:
    """Returns the worlds that *seat* imagines at *position*, the same for the same *luck*.

    They are few, or none, where it cannot tell what goes on.
    """
    viewer = rules.seat_viewer(position.board, seat)
    tries = (imagined(rules, position, viewer, luck) for _ in range(WORLDS))
    return [World(begin, chance.chance_by_fact(luck.randbytes(32))) for begin in tries if begin is not None]


def imagined(
    rules: Rules[Any, Any], position: Position[Any], viewer: Viewer, luck: Random
) -> Position[Any] | None:
    """Returns *position* as it may be for all that *viewer* knows, or `None` where that is not found.

    Which positions there are, and how likely, depends on what the viewer sees alone.
    """
    if position.running is None:
        return redealt(rules, position, viewer, luck)
    base, told = position.running.base, position.running.facts
    seen = _outline(rules, told, viewer)
    known = frozenset(_words(msgspec.to_builtins(seen)))
    for _ in range(TRIES):
        begun = Position(rules.determinize(base, viewer, _shuffled(known, luck)), told[0].seq - 1)
        found = _again(rules, begun, told, viewer, known, luck)
        if found is not None and found.running and _outline(rules, found.running.facts, viewer) == seen:
            return found
    return None


def redealt(rules: Rules[Any, Any], position: Position[Any], viewer: Viewer, luck: Random) -> Position[Any]:
    """Returns *position*, at which nothing is under way, with all that *viewer* cannot see dealt anew."""
    return replace(position, board=rules.determinize(position.board, viewer, _shuffled(frozenset(), luck)))


def _again(
    rules: Rules[Any, Any],
    position: Position[Any],
    told: Sequence[Fact],
    viewer: Viewer,
    known: Known,
    luck: Random,
) -> Position[Any] | None:
    """Returns where the answers of *told* lead from *position*, secret ones being left to *luck*."""
    said = [fact.event for fact in told if isinstance(fact.event, Answered)]
    drawn = iter([answer.picks for answer in said[1:] if answer.seat == CHANCE])

    def draw(asked: Asked, seq: int) -> Answered:
        picks = next(drawn)
        if asked.most > 1:
            unknown = tuple(card for card in asked.options if card not in known)
            rest = iter(_shuffled(frozenset(), luck)(unknown))
            return chance.chance_answer(tuple(card if card in known else next(rest, card) for card in picks))
        return chance.chance_answer(picks if known.issuperset(picks) else (luck.choice(asked.options),))

    for answer in (said[0], *(answer for answer in said[1:] if answer.seat != CHANCE)):
        try:
            question = decider.open_question(rules, position)
            if answer.secret and answer.seat not in viewer.shares and question is not None:
                picks = guess(question, luck)
            else:
                picks = answer.picks
            position = decider.decide(rules, position, Answered(answer.seat, picks), draw).position
        except (Drift, Illegal, StopIteration):
            return None
    return position


def _outline(rules: Rules[Any, Any], told: Sequence[Fact], viewer: Viewer) -> list[tuple[str, Event]]:
    """Returns what *viewer* sees happen in an effect, told by its facts: each with the rule that it obeys."""
    shown = (decider.redact_fact(rules, fact, viewer) for fact in told)
    return [(fact.rule, _bare(fact.event)) for fact in shown]


def _bare(event: Event) -> Event:
    """Returns *event* without what an answer tells of its time and of how chance is stirred."""
    return replace(event, at=0, nonce="", options=()) if isinstance(event, Answered) else event


def _shuffled(known: Known, luck: Random) -> Shuffled:
    """Returns what deals all cards anew but those *known*, which lie where they lay."""

    def shuffled(cards: Picks) -> Picks:
        unknown = sorted(card for card in cards if card not in known)
        luck.shuffle(unknown)
        return tuple(card if card in known else unknown.pop() for card in cards)

    return shuffled


def _words(told: Any) -> Iterator[str]:
    """Yields every word of plain data, however deep."""
    if isinstance(told, str):
        yield told
    elif isinstance(told, dict):
        yield from _words([*told.values()])
    elif isinstance(told, list | tuple):
        for each in told:
            yield from _words(each)
