"""Traces a fact, or a value of a view, back to the answer that caused it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from jsonpointer import JsonPointer, JsonPointerException
from msgspec import Struct

from domain import table
from domain.breakdown import FactTrace, Part, Passage, trace_fact
from domain.errors import LocalizableError
from domain.games import Game
from domain.messages import Message
from domain.model import CHANCE, Answered, Asked, Fact, Viewer
from domain.published import OptionalText
from domain.table import SeatHandedOver, SeatRetired, TableFact

from ..playback.diff import scene_fields
from ..playback.replay import Replay
from ..text.fact_narrator import FactNarrator


class UnknownThing(LocalizableError, LookupError):
    """There is no such value for this viewer; the message names it."""

    slug = "unknown-thing"


class Step(Struct, frozen=True):
    """A fact on the way back to the first answer, and its sentence.

    It follows from the next step, whose number is its cause. `parts` are the parts of its number, such as
    damage.
    """

    seq: int
    cause: int
    rule: OptionalText
    text: str
    parts: tuple[Part, ...] = ()


class Why(Struct, frozen=True):
    """The causes of a fact, or of a value after that fact.

    `of` is empty for the fact itself, a JSON Pointer into the view, or a computed number such as
    `strength:peter-pan` with `parts`. `value` is null if it is gone. `steps` lead from the fact that set the
    value back to the first answer; mere shifts within a hand or pile do not count. `cards` are the cards
    named as rules.
    """

    seq: int
    viewer: str
    of: OptionalText
    value: Any
    parts: tuple[Part, ...]
    steps: list[Step]
    cards: dict[str, Passage]


def find_causes(
    game: Game, replay: Replay[Any, Any], seq: int, viewer: Viewer, voice: FactNarrator, subject: str = ""
) -> Why:
    """Returns the causes of fact *seq*, or of the value *subject* for *viewer* at that time.

    Raises `UnknownMoment` and `UnknownThing`.
    """
    replay_until = replay.until(replay.at(seq).seq)
    last, value = seq, None
    parts: tuple[Part, ...] = ()
    if subject.startswith("/"):
        last, value = _last_value_change(replay_until, viewer, subject)
    elif subject:
        last, parts = _last_number_change(game, replay_until, viewer, subject)
        value = sum(part.amount for part in parts)
    chain = list(_trace_causes(replay, last))
    steps = [
        Step(fact.seq, fact.cause, fact.rule, voice.narrate(fact.seq), _fact_parts(game, replay, fact))
        for fact in chain
    ]
    if not subject:
        parts = steps[0].parts
    cards = {
        rule: passage
        for rule, at in [
            *((part.rule, seq) for part in parts),
            *(
                (rule, step.seq)
                for step in steps
                for rule in (step.rule, *(part.rule for part in step.parts))
            ),
        ]
        if (passage := voice.card_text(replay.scene(at, viewer).board, rule)) is not None
    }
    return Why(seq, viewer.name, subject, value, parts, steps, cards)


def _fact_parts(game: Game, replay: Replay[Any, Any], fact: Fact) -> tuple[Part, ...]:
    if isinstance(fact.event, TableFact | SeatRetired | SeatHandedOver):
        return ()
    running = replay.at(fact.seq).position.running
    trace = FactTrace() if running is None else trace_fact(replay.rules, running)
    return game.break_down_fact(replay.at(fact.seq - 1).position.board, replay.rules.book, fact, trace)


def _trace_causes(replay: Replay[Any, Any], seq: int) -> Iterator[Fact]:
    """Yields fact *seq* and its causes, back to a voluntary action.

    An answer within an effect leads to its question, a ruling to its case.
    """
    while True:
        fact = replay.facts[seq - 1]
        yield fact
        match fact.event:
            case Answered(seat=seat) if seat != CHANCE:
                is_voluntary = not isinstance(replay.facts[fact.cause - 1].event, Asked)
            case table.MatchEnded() | table.Rewound() | table.Ruled():
                is_voluntary = False
            case event:
                is_voluntary = isinstance(event, TableFact | SeatRetired | SeatHandedOver)
        if is_voluntary:
            return
        seq = fact.cause


def _last_number_change(
    game: Game, replay: Replay[Any, Any], viewer: Viewer, number: str
) -> tuple[int, tuple[Part, ...]]:
    """Returns the last fact that changed the parts of a number, and the parts."""
    last, parts = 0, None
    for match in replay:
        current = game.break_down_number(
            replay.rules.redact_board(match.position.board, viewer), replay.rules.book, number
        )
        if current != parts:
            last, parts = match.seq, current
    if parts is None:
        raise UnknownThing(
            Message("{title} reckons nothing that is called “{what}” here.", title=game.TITLE, what=number)
        )
    return last, parts


_NOTHING = object()
_INDEX = re.compile("0|[1-9][0-9]{0,8}")


def _last_value_change(replay: Replay[Any, Any], viewer: Viewer, pointer: str) -> tuple[int, Any]:
    """Returns the last fact that changed the value at *pointer*, and the value."""
    try:
        *path, key = JsonPointer(pointer).parts
    except JsonPointerException as error:
        raise UnknownThing(
            Message("“{pointer}” is no JSON Pointer: {error}.", pointer=pointer, error=str(error))
        ) from error
    container = JsonPointer.from_parts(path)
    stages: list[tuple[int, Any]] = [(0, _NOTHING)]
    for match in replay:
        current = container.resolve(scene_fields(table.make_scene(replay.rules, match, viewer)), _NOTHING)
        if current != stages[-1][1]:
            stages.append((match.seq, current))
    value = _value_at(stages[-1][1], key)
    for (last, current), (_, before) in pairwise(reversed(stages)):
        old_key = _earlier_key(current, before, key)
        if old_key is None:
            return last, None if value is _NOTHING else value
        key = old_key
    raise UnknownThing(
        Message(
            "There is nothing at “{pointer}” for {name}, and there has not been.",
            pointer=pointer,
            name=viewer.name,
        )
    )


def _value_at(container: Any, key: str) -> Any:
    """Returns the value at a key or index, or nothing."""
    if isinstance(container, dict):
        return container.get(key, _NOTHING)
    index = _list_index(container, key)
    return _NOTHING if index is None else container[index]


def _earlier_key(current: Any, before: Any, key: str) -> str | None:
    """Returns the key or index in *before* of the value in *current*; `None` if it is new."""
    index = _list_index(current, key)
    if index is None or not isinstance(before, list):
        return key if _value_at(current, key) == _value_at(before, key) else None
    common = _common_prefix(current, before)
    if index < common:
        return key
    from_the_end = len(current) - index
    if from_the_end <= min(_common_prefix(current[::-1], before[::-1]), len(before) - common):
        return str(len(before) - from_the_end)
    return None


def _list_index(container: Any, key: str) -> int | None:
    """Returns the index in a list, if it is a valid one."""
    if not isinstance(container, list) or not _INDEX.fullmatch(key):
        return None
    return int(key) if int(key) < len(container) else None


def _common_prefix(these: Sequence[Any], those: Sequence[Any]) -> int:
    """Returns the length of the common prefix."""
    return next(
        (n for n, (this, that) in enumerate(zip(these, those, strict=False)) if this != that),
        min(len(these), len(those)),
    )
