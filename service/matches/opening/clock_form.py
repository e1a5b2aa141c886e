"""Clocks of a match, in a form and in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import Any, Literal

import msgspec
from babel.dates import format_timedelta

from domain.clocks import Clock, Flag, Kind
from domain.messages import Message

from ...shared.errors import InvalidOptions
from ...shared.i18n import page_language, says

OWN_CLOCK = "own"
"""Form value of a clock that the form does not offer."""

UNITS: dict[Literal["day", "hour", "minute", "second"], int] = {
    "day": 86_400,
    "hour": 3600,
    "minute": 60,
    "second": 1,
}
"""Units of time in seconds."""
_NEVER_LARGER = float("inf")
"""A threshold that no amount reaches, so that 90 minutes are not 2 hours."""

OFFERED_CLOCKS = (
    Clock("move", 60),
    Clock("move", 86_400),
    Clock("move", 259_200),
    Clock("match", 1200),
    Clock("match", 2700),
    Clock("fischer", 600, 5),
    Clock("fischer", 1200, 10),
)


def form_fields() -> dict[str, Any]:
    """Returns the data of the clock fields in a form."""
    return {
        "offered": {
            f"{clock.kind} {clock.seconds} {clock.increment}": describe_time(clock)
            for clock in OFFERED_CLOCKS
        },
        "own": OWN_CLOCK,
        "kinds": _kind_labels(),
        "units": _unit_labels(),
        "flags": _flag_labels(),
    }


def clock_of(form: Mapping[str, str]) -> Clock | None:
    """Returns the clock in *form*, or `None`; raises `InvalidOptions`."""
    text = form.get("clock", "")
    if not text:
        return None
    unit = 1
    if text == OWN_CLOCK:
        text = f"{form.get('clock_kind')} {form.get('clock_time')} {form.get('clock_more') or 0}"
        unit = next((size for name, size in UNITS.items() if name == form.get("clock_in")), 0)
    try:
        kind, time, extra = text.split()
        increment = int(extra) if kind == "fischer" else 0
        clock = {"kind": kind, "seconds": int(time) * unit, "increment": increment}
        return msgspec.convert(clock | {"flag": form.get("clock_flag")}, Clock)
    except ValueError as error:  # no number, or one that a clock cannot have
        sentence = Message("A clock has 1 second to 60 days, and up to a day more for each answer.")
        raise InvalidOptions("/clock", sentence) from error


def describe_clock(clock: Clock | None) -> Iterator[tuple[str, str]]:
    """Yields labels and values of a clock, none without one."""
    if clock is not None:
        yield says("Clock"), describe_time(clock)
        yield says("When time is up"), _flag_labels()[clock.flag]


def describe_time(clock: Clock) -> str:
    """Returns the time of a seat in words."""
    time, increment = _format_amount(clock.seconds), _format_amount(clock.increment)
    match clock.kind:
        case "move":
            return says("{time} per move", time=time)
        case "match":
            return says("{time} for the match", time=time)
        case "fischer":
            return says("{time} for the match, and {more} more for each answer", time=time, more=increment)


def _format_amount(seconds: int) -> str:
    """Returns a time in its largest whole unit."""
    unit = next(unit for unit, size in UNITS.items() if seconds % size == 0 and (seconds or size == 1))
    return format_timedelta(
        timedelta(seconds=seconds), granularity=unit, threshold=_NEVER_LARGER, locale=page_language()
    )


def _kind_labels() -> dict[Kind, str]:
    return {
        "move": says("for each answer"),
        "match": says("for the match"),
        "fischer": says("for the match, and more for each answer"),
    }


def _unit_labels() -> dict[str, str]:
    return {
        "second": says("seconds"),
        "minute": says("minutes"),
        "hour": says("hours"),
        "day": says("days"),
    }


def _flag_labels() -> dict[Flag, str]:
    return {
        "loss": says("the other side wins; of more than two, the seat leaves"),
        "judge": says("a judge decides"),
        "note": says("it is noted, and play goes on"),
    }
