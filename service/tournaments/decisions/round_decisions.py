"""Decisions on pairings, clocks and reversals of rounds."""

from __future__ import annotations

from functools import partial
from typing import TypeAlias

from domain.model import Fact
from domain.tournament.facts import By, Seating
from domain.tournament.fold import fold
from domain.tournament.pairing import pairing_by_hand, pairing_costs, propose_pairing
from domain.tournament.play import pairings
from domain.tournament.play.pairings import Pairing
from domain.tournament.refusals import require_round
from domain.tournament.reversal import endings, rounds
from domain.tournament.state import Tournament

from ..commands import (
    ChangePairing,
    Pair,
    PauseClock,
    Reopen,
    ResumeClock,
    SetClock,
    TakeBackCut,
    TakeBackEnd,
    TakeBackPairing,
    TakeBackStart,
)

ClockCommand: TypeAlias = PauseClock | ResumeClock | SetClock
"""Commands for organizers and judges."""
TakeBack: TypeAlias = TakeBackPairing | TakeBackStart | Reopen | TakeBackCut | TakeBackEnd
"""Commands for organizers only."""


def change_clock(t: Tournament, command: ClockCommand, by: By, at: int) -> list[Fact]:
    """Returns the facts of a change of a round's clock; raises `Refused`."""
    stage, number = command.stage, command.round
    match command:
        case PauseClock(why=why):
            return rounds.pause_clock(t, stage, number, by, at, why)
        case ResumeClock():
            return rounds.resume_clock(t, stage, number, by, at)
        case SetClock(minutes=minutes, why=why):
            return rounds.set_clock(t, stage, number, minutes, by, at, why)


def take_back(t: Tournament, command: TakeBack, by: By, at: int) -> list[Fact]:
    """Returns the facts of a reversal; raises `Refused`."""
    match command:
        case TakeBackPairing(stage=stage, round=number, why=why):
            return rounds.take_back_pairing(t, stage, number, by, at, why)
        case TakeBackStart(stage=stage, round=number, why=why):
            return rounds.take_back_start(t, stage, number, by, at, why)
        case Reopen(stage=stage, round=number, why=why):
            return rounds.reopen_round(t, stage, number, by, at, why)
        case TakeBackCut(why=why):
            return endings.take_back_cut(t, by, at, why)
        case TakeBackEnd(why=why):
            return endings.take_back_end(t, by, at, why)


def change_pairing_by_hand(t: Tournament, command: ChangePairing, by: By, at: int) -> list[Fact]:
    """Returns the facts of a manual change with its costs; raises `Refused`."""
    stage, number = command.stage, command.round
    change = partial(
        pairings.change_pairing,
        t,
        stage,
        number,
        command.tables,
        command.byes,
        by,
        at,
        command.why,
        command.removed,
    )
    changed_round = require_round(fold(change(), t), stage, number)
    tables = [Seating(table_number, table.seats) for table_number, table in changed_round.tables.items()]
    return change(costs=dict(pairing_costs(t, number, tables, command.byes, stage)))


def pairing_of_command(t: Tournament, command: Pair) -> Pairing:
    """Returns the pairing of a command, by default the proposal of an engine."""
    if command.tables:
        return pairing_by_hand(t, command.tables, command.byes)
    return propose_pairing(t, {bye.player: bye.kind for bye in command.byes})
