"""The clock of a round is paused, resumed, and set for all its tables."""

from __future__ import annotations

from ...messages import Message
from ...model import Fact
from ..facts import By, ClockPaused, ClockResumed, ClockSet
from ..refusals import Refused, check_open, require_round, to_facts
from ..state import Round, Tournament


def pause_clock(t: Tournament, stage: int, number: int, by: By, at: int, reason: str = "") -> list[Fact]:
    """Pauses the clock of a round; raises `Refused`."""
    round_ = _with_clock(t, stage, number)
    if round_.paused:
        raise Refused(Message("The clock of round {round} is paused already.", round=number))
    return to_facts(t, ClockPaused(stage, number, by, at, reason), cause=round_.paired_seq)


def resume_clock(t: Tournament, stage: int, number: int, by: By, at: int) -> list[Fact]:
    """Lets a paused clock run again, with the time that was left; raises `Refused`."""
    round_ = _with_clock(t, stage, number)
    if not round_.paused:
        raise Refused(Message("The clock of round {round} is not paused.", round=number))
    ends = at + round_.ends - round_.paused
    return to_facts(t, ClockResumed(stage, number, ends, by, at), cause=round_.paired_seq)


def set_clock(
    t: Tournament, stage: int, number: int, minutes: int, by: By, at: int, reason: str
) -> list[Fact]:
    """Leaves all tables of a round so many *minutes* from now; more time granted comes to these.

    Raises `Refused`.
    """
    round_ = _with_clock(t, stage, number)
    if minutes < 1:
        raise Refused(Message("A clock is set to at least one minute."))
    if not reason:
        raise Refused(Message("Say why the clock is set."))
    ends = (round_.paused or at) + minutes * 60_000
    return to_facts(t, ClockSet(stage, number, ends, by, at, reason), cause=round_.paired_seq)


def _with_clock(t: Tournament, stage: int, number: int) -> Round:
    """Returns a round that is being played by the clock; raises `Refused`."""
    check_open(t)
    round_ = require_round(t, stage, number)
    if not round_.started or round_.closed:
        raise Refused(Message("Round {round} is not being played.", round=number))
    if not t.settings.minutes:
        raise Refused(Message("This tournament has no clock."))
    return round_
