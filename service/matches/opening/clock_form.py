"""The clocks that a match can be played with: as a form offers them, as it tells them, and in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from babel.units import format_unit

from domain.clocks import Clock, Flag, Kind
from domain.messages import Message

from ...shared.errors import InvalidOptions
from ...shared.i18n import chosen, says

OWN = "own"
"""How a form spells a clock that is none of those that it offers."""

UNITS = {"day": 86_400, "hour": 3600, "minute": 60, "second": 1}
"""What times are told in, and how many seconds each is."""

OFFERED = (
    Clock("move", 60),
    Clock("move", 86_400),
    Clock("move", 259_200),
    Clock("match", 1200),
    Clock("match", 2700),
    Clock("fischer", 600, 5),
    Clock("fischer", 1200, 10),
)


def fields() -> dict[str, Any]:
    """Returns what the part of a form that asks for a clock is made of."""
    return {
        "offered": {f"{clock.kind} {clock.seconds} {clock.increment}": time_of(clock) for clock in OFFERED},
        "own": OWN,
        "kinds": _kinds(),
        "units": _units(),
        "flags": _flags(),
    }


def clock_of(form: Mapping[str, str]) -> Clock | None:
    """Returns the clock that *form* tells, or `None`; raises `InvalidOptions`."""
    text = form.get("clock", "")
    if not text:
        return None
    unit = 1
    if text == OWN:
        text = f"{form.get('clock_kind')} {form.get('clock_time')} {form.get('clock_more') or 0}"
        unit = UNITS.get(form.get("clock_in", ""), 0)
    try:
        kind, time, more = text.split()
        increment = int(more) if kind == "fischer" else 0
        clock = {"kind": kind, "seconds": int(time) * unit, "increment": increment}
        return msgspec.convert(clock | {"flag": form.get("clock_flag")}, Clock)
    except ValueError as error:  # no number, or one that a clock cannot have
        sentence = Message("A clock has 1 second to 60 days, and up to a day more for each answer.")
        raise InvalidOptions("/clock", sentence) from error


def in_words(clock: Clock | None) -> Iterator[tuple[str, str]]:
    """Yields what was agreed on: what it is called, and what that is; nothing without a clock."""
    if clock is not None:
        yield says("Clock"), time_of(clock)
        yield says("When time is up"), _flags()[clock.flag]


def time_of(clock: Clock) -> str:
    """Returns what time a seat has."""
    time, more = _amount(clock.seconds), _amount(clock.increment)
    match clock.kind:
        case "move":
            return says("{time} for each answer", time=time)
        case "match":
            return says("{time} for the match", time=time)
        case "fischer":
            return says("{time} for the match, and {more} more for each answer", time=time, more=more)


def _amount(seconds: int) -> str:
    """Returns a time in the largest unit that it is a whole number of."""
    unit = next(unit for unit, size in UNITS.items() if seconds % size == 0 and (seconds or size == 1))
    return format_unit(seconds // UNITS[unit], f"duration-{unit}", "long", locale=chosen())


def _kinds() -> dict[Kind, str]:
    return {
        "move": says("for each answer"),
        "match": says("for the match"),
        "fischer": says("for the match, and more for each answer"),
    }


def _units() -> dict[str, str]:
    return {
        "second": says("seconds"),
        "minute": says("minutes"),
        "hour": says("hours"),
        "day": says("days"),
    }


def _flags() -> dict[Flag, str]:
    return {
        "loss": says("the other side wins; of more than two, the seat leaves"),
        "judge": says("a judge decides"),
        "note": says("it is noted, and play goes on"),
    }
