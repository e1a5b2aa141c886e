"""Reversal of cuts and ends, and the reveal of the seed."""

from __future__ import annotations

from ...messages import Message
from ...model import Fact
from ..facts import By, CutTakenBack, EndTakenBack, SeedRevealed
from ..refusals import Refused, check_open, to_facts
from ..stages import may_cut_again
from ..state import Tournament

TAKE_BACK_MILLISECONDS = 60_000
"""Time to take back the end of a tournament."""


def take_back_end(t: Tournament, by: By, at: int, reason: str = "") -> list[Fact]:
    """Takes the end back; raises `Refused`."""
    if t.end is None:
        raise Refused(Message("The tournament is not over."))
    if t.revealed_seed or at >= end_stands_at(t):
        raise Refused(Message("The end can be taken back for 60 seconds, and these are over."))
    return to_facts(t, EndTakenBack(by, at, reason))


def end_stands_at(t: Tournament) -> int:
    """Returns the time of a final end in milliseconds since 1970, 0 without a pending end."""
    return 0 if t.end is None or t.revealed_seed else t.end.at + TAKE_BACK_MILLISECONDS


def reveal_seed(t: Tournament, at: int) -> list[Fact]:
    """Reveals the seed after a final end; no fact follows otherwise."""
    if t.end is None or t.revealed_seed or at < end_stands_at(t):
        return []
    return to_facts(t, SeedRevealed(t.settings.seed, at))


def take_back_cut(t: Tournament, by: By, at: int, reason: str) -> list[Fact]:
    """Takes the last cut back while no later round was played; raises `Refused`."""
    check_open(t)
    if t.current_stage == 1:
        raise Refused(Message("No cut was made yet."))
    if not may_cut_again(t):
        raise Refused(
            Message("Stage {stage} is being played: its cut stays as it is.", stage=t.current_stage)
        )
    if not reason:
        raise Refused(Message("Say why it is taken back."))
    last_cut = t.cuts[-1]
    return to_facts(t, CutTakenBack(last_cut.event.stage, by, at, reason), cause=last_cut.seq)
