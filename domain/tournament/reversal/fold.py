"""The fold of facts that take a step of a round back, or change its clock."""

from __future__ import annotations

from msgspec.structs import replace

from ..facts import ClockPaused, ClockResumed, ClockSet, PairingTakenBack, RoundReopened, StartTakenBack
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


def rounds_without(rounds: tuple[Round, ...], event: PairingTakenBack) -> tuple[Round, ...]:
    """Returns *rounds* without the one whose pairing was taken back."""
    where = find_round(rounds, event.stage, event.round)
    return (*rounds[:where], *rounds[where + 1 :])


def find_round(rounds: tuple[Round, ...], stage: int, number: int) -> int:
    """Returns the place of a round in *rounds*; a log whose facts lack the round is damaged."""
    return next(i for i, round_ in enumerate(rounds) if (round_.stage, round_.number) == (stage, number))
