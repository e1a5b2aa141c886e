"""The pairing or the start of a round is taken back, and a closed round reopened."""

from __future__ import annotations

from ...messages import Message
from ...model import Fact
from ..facts import By, PairingTakenBack, RoundReopened, StartTakenBack
from ..refusals import Refused, check_open, require_round, to_facts
from ..state import Tournament


def take_back_pairing(t: Tournament, stage: int, number: int, by: By, at: int, reason: str) -> list[Fact]:
    """Takes back the pairing of the last round while it is not published; raises `Refused`."""
    check_open(t)
    round_ = require_round(t, stage, number)
    if round_.published:
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
    """Takes the start of a round back while no table has a match, a report or a result; raises `Refused`."""
    check_open(t)
    round_ = require_round(t, stage, number)
    if not round_.started or round_.closed:
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
    """Reopens a closed round while no later round is paired and no cut is made; raises `Refused`."""
    check_open(t)
    round_ = require_round(t, stage, number)
    if not round_.closed:
        raise Refused(Message("Round {round} is not closed.", round=number))
    if stage != t.current_stage or t.rounds[-1] is not round_:
        raise Refused(
            Message("Round {round} has others after it: correct its results instead.", round=number)
        )
    if not reason:
        raise Refused(Message("Say why the round is reopened."))
    return to_facts(t, RoundReopened(stage, number, by, at, reason), cause=round_.paired_seq)
