"""The end and the cut are taken back; the seed is revealed once the end stands."""

from __future__ import annotations

from ...messages import Message
from ...model import Fact
from ..facts import By, CutTakenBack, EndTakenBack, SeedRevealed
from ..refusals import Refused, check_open, to_facts
from ..stages import may_cut_again
from ..state import Tournament

TAKE_BACK_MILLISECONDS = 60_000
"""How long the end of a tournament can be taken back."""


def take_back_end(t: Tournament, by: By, at: int, reason: str = "") -> list[Fact]:
    """Takes the end back, so that the tournament goes on; raises `Refused`."""
    if t.end is None:
        raise Refused(Message("The tournament is not over."))
    if t.revealed_seed or at >= end_stands_at(t):
        raise Refused(Message("The end can be taken back for 60 seconds, and these are over."))
    return to_facts(t, EndTakenBack(by, at, reason))


def end_stands_at(t: Tournament) -> int:
    """Returns from when on the end can no longer be taken back, in milliseconds since 1970; 0 before it."""
    return 0 if t.end is None or t.revealed_seed else t.end.at + TAKE_BACK_MILLISECONDS


def reveal_seed(t: Tournament, at: int) -> list[Fact]:
    """Reveals the seed of a tournament whose end stands; nothing follows where that is done or too early."""
    if t.end is None or t.revealed_seed or at < end_stands_at(t):
        return []
    return to_facts(t, SeedRevealed(t.settings.seed, at))


def take_back_cut(t: Tournament, by: By, at: int, reason: str) -> list[Fact]:
    """Takes the last cut back while nothing was played after it; raises `Refused`."""
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
