"""What each kind of fact does to the clocks of a match."""

from __future__ import annotations

from msgspec.structs import replace

from ..clocks import Clock, Clocks
from ..model import Answered, Event
from .facts import FlagFell, MatchEnded, Paused, Resumed, Ruled, SeatClaimed, ServiceAway


def after(clocks: Clocks | None, clock: Clock | None, event: Event) -> Clocks | None:
    """Returns *clocks*, if there are any, as they stand after *event*; *clock* is what was agreed on."""
    if clocks is None or clock is None:
        return None
    match event:
        case Answered(seat=seat, at=at, clock=reading):
            return clocks.stopped(clock, seat, at, reading)
        case SeatClaimed(at=at) | Resumed(at=at):
            return clocks.going_on(at)
        case Ruled(outcome="correction", at=at) if clocks.since:
            return clocks.again(at, paused=False)
        case Paused(at=at):
            return clocks.halted(at)
        case ServiceAway(since=since, at=at):
            return clocks.spared(since, at)
        case FlagFell(seat=seat):
            return clocks.fell(seat)
        case MatchEnded():
            return replace(clocks, since=0, used=0)
    return clocks
