"""Reversals of steps, and changes of the clock of a round."""

from __future__ import annotations

from typing import TypeAlias

from domain.model import Fact
from domain.tournament.facts import By
from domain.tournament.reversal import endings, rounds
from domain.tournament.state import Tournament

from ..commands import (
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
