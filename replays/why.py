"""Why? The facts that led to a fact, and the fact that made something what it is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from jsonpointer import JsonPointer, JsonPointerException
from msgspec import Struct

from domain import table
from domain.breakdown import Part, Passage
from domain.errors import LocalizableError
from domain.games import Game
from domain.messages import Message
from domain.model import CHANCE, Answered, Asked, Fact, Viewer
from domain.published import OptionalText
from domain.rule_trace import trace_rules
from domain.table import SeatHandedOver, SeatRetired, TableFact

from .diff import plain
from .fact_narrator import Voice
from .replay import Replay


class NoSuchThing(LocalizableError, LookupError):
    """There is nothing of that name for this viewer, and there has not been; the message says what."""

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
    """Why a fact happened, or why something is what it is after that fact.

    `of` is what was asked about: nothing, for the fact itself; a JSON Pointer into the view; or a number that
    stands on no board, `strength:peter-pan`, made of `parts`; so is what the fact itself tells. `value` is
    what is asked about: null, if it is gone.
    `steps` lead from the fact that made it so back to the answer that began it; what only moved up when
    something else left its hand or pile has been there for longer. `cards` are the cards that steps and parts
    name as their rule.
    """

    seq: int
    viewer: str
    of: OptionalText
    value: Any
    parts: tuple[Part, ...]
    steps: list[Step]
    cards: dict[str, Passage]


def why(game: Game, film: Replay[Any, Any], seq: int, viewer: Viewer, voice: Voice, of: str = "") -> Why:
    """Returns why fact *seq* happened, or why *of* is what it is then for *viewer*.

    *voice* tells facts, and quotes cards. Raises `NoSuchMoment` and `NoSuchThing`.
    """
    then = film.until(film.at(seq).seq)
    last, value = seq, None
    parts: tuple[Part, ...] = ()
    if of.startswith("/"):
        last, value = _changed(then, viewer, of)
    elif of:
        last, parts = _reckoned(game, then, viewer, of)
        value = sum(part.amount for part in parts)
    chain = list(_chain(film, last))
    steps = [
        Step(fact.seq, fact.cause, fact.rule, voice.tells(fact.seq), _made_of(game, film, fact))
        for fact in chain
    ]
    if not of:
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
        if (passage := voice.quotes(film.scene(at, viewer).board, rule)) is not None
    }
    return Why(seq, viewer.name, of, value, parts, steps, cards)


def _made_of(game: Game, film: Replay[Any, Any], fact: Fact) -> tuple[Part, ...]:
    if isinstance(fact.event, TableFact | SeatRetired | SeatHandedOver):
        return ()
    running = film.at(fact.seq).position.running
    around = () if running is None else trace_rules(film.rules, running)
    return game.break_down_fact(film.at(fact.seq - 1).position.board, film.rules.book, fact, around)


def _chain(film: Replay[Any, Any], seq: int) -> Iterator[Fact]:
    """Yields fact *seq* and those it follows from, back to what somebody did of their own accord.

    An answer to a question within an effect leads on to that question, a ruling to its case.
    """
    while True:
        fact = film.facts[seq - 1]
        yield fact
        match fact.event:
            case Answered(seat=seat) if seat != CHANCE:
                began = not isinstance(film.facts[fact.cause - 1].event, Asked)
            case table.MatchEnded() | table.Rewound() | table.Ruled():
                began = False
            case event:
                began = isinstance(event, TableFact | SeatRetired | SeatHandedOver)
        if began:
            return
        seq = fact.cause


def _reckoned(game: Game, film: Replay[Any, Any], viewer: Viewer, what: str) -> tuple[int, tuple[Part, ...]]:
    """Returns the last fact that changed what the number *what* is made of, and its parts since."""
    last, parts = 0, None
    for match in film:
        now = game.break_down_number(
            film.rules.redact_board(match.position.board, viewer), film.rules.book, what
        )
        if now != parts:
            last, parts = match.seq, now
    if parts is None:
        raise NoSuchThing(
            Message("{title} reckons nothing that is called “{what}” here.", title=game.TITLE, what=what)
        )
    return last, parts


_NOTHING = object()
_INDEX = re.compile("0|[1-9][0-9]{0,8}")


def _changed(film: Replay[Any, Any], viewer: Viewer, pointer: str) -> tuple[int, Any]:
    """Returns the last fact that changed what *pointer* leads to, and what it is since."""
    try:
        *path, place = JsonPointer(pointer).parts
    except JsonPointerException as error:
        raise NoSuchThing(
            Message("“{pointer}” is no JSON Pointer: {error}.", pointer=pointer, error=str(error))
        ) from error
    around = JsonPointer.from_parts(path)
    stages: list[tuple[int, Any]] = [(0, _NOTHING)]
    for match in film:
        now = around.resolve(plain(table.make_scene(film.rules, match, viewer)), _NOTHING)
        if now != stages[-1][1]:
            stages.append((match.seq, now))
    value = _at(stages[-1][1], place)
    for (last, now), (_, before) in pairwise(reversed(stages)):
        came_from = _before(now, before, place)
        if came_from is None:
            return last, None if value is _NOTHING else value
        place = came_from
    raise NoSuchThing(
        Message(
            "There is nothing at “{pointer}” for {name}, and there has not been.",
            pointer=pointer,
            name=viewer.name,
        )
    )


def _at(around: Any, place: str) -> Any:
    """Returns what stands at *place* of an object or a list, or nothing."""
    if isinstance(around, dict):
        return around.get(place, _NOTHING)
    at = _index(around, place)
    return _NOTHING if at is None else around[at]


def _before(now: Any, before: Any, place: str) -> str | None:
    """Returns where in *before* that stood which stands at *place* of *now*; `None` if it was not there."""
    at = _index(now, place)
    if at is None or not isinstance(before, list):
        return place if _at(now, place) == _at(before, place) else None
    alike = _alike(now, before)
    if at < alike:
        return place
    from_the_end = len(now) - at
    if from_the_end <= min(_alike(now[::-1], before[::-1]), len(before) - alike):
        return str(len(before) - from_the_end)
    return None


def _index(around: Any, place: str) -> int | None:
    """Returns the index that *place* names in a list, if it is one and reaches so far."""
    if not isinstance(around, list) or not _INDEX.fullmatch(place):
        return None
    return int(place) if int(place) < len(around) else None


def _alike(these: Sequence[Any], those: Sequence[Any]) -> int:
    """Returns how many of *these* begin those."""
    return next(
        (n for n, (this, that) in enumerate(zip(these, those, strict=False)) if this != that),
        min(len(these), len(those)),
    )
