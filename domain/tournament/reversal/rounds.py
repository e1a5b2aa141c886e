"""Reversal of pairings, starts and closes of rounds, and control of their clocks."""

from __future__ import annotations

from ...messages import Message
from ...model import Fact
from ..facts import By, ClockPaused, ClockResumed, ClockSet, PairingTakenBack, RoundReopened, StartTakenBack
from ..refusals import Refused, check_open, require_round, to_facts
from ..state import Round, Tournament


def take_back_pairing(t: Tournament, stage: int, number: int, by: By, at: int, reason: str) -> list[Fact]:
    """Takes back the pairing of the last round before it is published; raises `Refused`."""
    check_open(t)
    round_ = require_round(t, stage, number)
    if round_.is_published:
        raise Refused(Message("Round {round} is published already.", round=number))
    if t.rounds[-1] is not round_:
        raise Refused(Message("Round {round} is not the last one.", round=number))
    if not reason:
        raise Refused(Message("Say why it is taken back."))
    for table in round_.tables.values():
        if table.result is not None:
            raise Refused(Message("Table {table} has a result already.", table=table.number))
    return to_facts(t, PairingTakenBack(stage, number, by, at, reason), cause=round_.paired_seq)


def take_back_start(t: Tournament, stage: int, number: int, by: By, at: int, reason: str) -> list[Fact]:
    """Takes back the start of a round without matches, reports or results; raises `Refused`."""
    check_open(t)
    round_ = require_round(t, stage, number)
    if not round_.is_started or round_.is_closed:
        raise Refused(Message("Round {round} is not being played.", round=number))
    if not reason:
        raise Refused(Message("Say why it is taken back."))
    for table in round_.tables.values():
        if table.match:
            raise Refused(
                Message(
                    "Table {table} is played as a match of this service: pause the clock instead.",
                    table=table.number,
                )
            )
        if table.reports or any(record.seq > round_.start_seq for record in table.records):
            raise Refused(Message("Table {table} has reported since the round started.", table=table.number))
    return to_facts(t, StartTakenBack(stage, number, by, at, reason), cause=round_.paired_seq)


def reopen_round(t: Tournament, stage: int, number: int, by: By, at: int, reason: str) -> list[Fact]:
    """Reopens a closed round while no later round or cut exists; raises `Refused`."""
    check_open(t)
    round_ = require_round(t, stage, number)
    if not round_.is_closed:
        raise Refused(Message("Round {round} is not closed.", round=number))
    if stage != t.current_stage or t.rounds[-1] is not round_:
        raise Refused(
            Message("Round {round} has others after it: correct its results instead.", round=number)
        )
    if not reason:
        raise Refused(Message("Say why the round is reopened."))
    return to_facts(t, RoundReopened(stage, number, by, at, reason), cause=round_.paired_seq)


def pause_clock(t: Tournament, stage: int, number: int, by: By, at: int, reason: str = "") -> list[Fact]:
    """Pauses the clock of a round; raises `Refused`."""
    round_ = _with_clock(t, stage, number)
    if round_.paused:
        raise Refused(Message("The clock of round {round} is paused already.", round=number))
    return to_facts(t, ClockPaused(stage, number, by, at, reason), cause=round_.paired_seq)


def resume_clock(t: Tournament, stage: int, number: int, by: By, at: int) -> list[Fact]:
    """Resumes a paused clock with its remaining time; raises `Refused`."""
    round_ = _with_clock(t, stage, number)
    if not round_.paused:
        raise Refused(Message("The clock of round {round} is not paused.", round=number))
    ends = at + round_.ends - round_.paused
    return to_facts(t, ClockResumed(stage, number, ends, by, at), cause=round_.paired_seq)


def set_clock(
    t: Tournament, stage: int, number: int, minutes: int, by: By, at: int, reason: str
) -> list[Fact]:
    """Sets the clock of a round to *minutes* from now, before extra time of tables.

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
    """Returns a running round with a clock; raises `Refused`."""
    check_open(t)
    round_ = require_round(t, stage, number)
    if not round_.is_started or round_.is_closed:
        raise Refused(Message("Round {round} is not being played.", round=number))
    if not t.settings.minutes:
        raise Refused(Message("This tournament has no clock."))
    return round_
