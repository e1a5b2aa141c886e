"""The fold of facts that take a step of a round back, or change its clock."""

from __future__ import annotations

from msgspec.structs import replace

from ..facts import ClockPaused, ClockResumed, ClockSet, RoundReopened, StartTakenBack
from ..state import Round


def round_after_reversal(
    round_: Round, event: StartTakenBack | ClockPaused | ClockResumed | ClockSet | RoundReopened
) -> Round:
    """Returns a round after an *event* that changes its clock or takes a step back."""
    match event:
        case StartTakenBack():
            return replace(round_, started=False, ends=0, paused=0)
        case ClockPaused():
            return replace(round_, paused=event.at)
        case ClockResumed():
            return replace(round_, ends=event.ends, paused=0)
        case ClockSet():
            return replace(round_, ends=event.ends)
        case RoundReopened():
            return replace(round_, closed=False)
