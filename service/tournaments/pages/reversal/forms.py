"""Forms of the desk for reversals, clock changes and early ends."""

from __future__ import annotations

from collections.abc import Mapping

from domain.messages import Message
from domain.tournament.ranking.shortfalls import unplayed_sentences, unplayed_until
from domain.tournament.refusals import require_round
from domain.tournament.state import Tournament

from ....shared.errors import InvalidOptions
from ...commands import (
    Command,
    Cut,
    End,
    PauseClock,
    Reopen,
    ResumeClock,
    SetClock,
    TakeBackCut,
    TakeBackEnd,
    TakeBackPairing,
    TakeBackStart,
)
from ..organizer.command_fields import number_refusal, parse_number

EARLY_ACTIONS = ("end_early", "cut_early")
"""Ends before the announced plan is played. The desk shows their losses first."""


def reversal_of(form: Mapping[str, str], t: Tournament) -> Command | None:
    """Returns the command of a form, `None` for another kind of form; raises `NotThere`."""
    do, reason = form.get("do", ""), form.get("why", "").strip()
    match do:
        case "take_back_end":
            return TakeBackEnd(reason)
        case "take_back_cut":
            return TakeBackCut(reason)
        case "end_early":
            return End(_require_reason(reason))
        case "cut_early":
            return Cut(overrule=_require_reason(reason))
        case (
            "take_back_pairing" | "take_back_start" | "reopen" | "pause_clock" | "resume_clock" | "set_clock"
        ):
            last = require_round(t, t.current_stage, len(t.rounds_of(t.current_stage)))
            return _round_command(do, last.stage, last.number, reason, form.get("minutes", "").strip())
    return None


def _round_command(do: str, stage: int, number: int, reason: str, minutes: str) -> Command:
    match do:
        case "take_back_pairing":
            return TakeBackPairing(stage, number, reason)
        case "take_back_start":
            return TakeBackStart(stage, number, reason)
        case "reopen":
            return Reopen(stage, number, reason)
        case "pause_clock":
            return PauseClock(stage, number, reason)
        case "resume_clock":
            return ResumeClock(stage, number)
    parsed = parse_number(minutes)
    if parsed is None:
        raise InvalidOptions("/minutes", number_refusal(minutes))
    return SetClock(stage, number, parsed, reason)


def _require_reason(reason: str) -> str:
    if not reason:
        raise InvalidOptions("/why", Message("Say why it ends before all is played."))
    return reason


def losses_of(form: Mapping[str, str], t: Tournament) -> list[Message]:
    """Returns the losses of an early end or cut in a form."""
    last = len(t.settings.stages) if form.get("do") == "end_early" else t.current_stage
    return [*unplayed_sentences(t, unplayed_until(t, last))]
