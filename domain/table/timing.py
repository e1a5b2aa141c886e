"""Effects of each kind of fact on the clocks of a match."""

from __future__ import annotations

from msgspec.structs import replace

from ..clocks import Clock, Clocks
from ..model import Answered, Event
from .facts import FlagFell, MatchEnded, Paused, Resumed, Ruled, SeatClaimed, ServiceAway


def clocks_after(clocks: Clocks | None, clock: Clock | None, event: Event) -> Clocks | None:
    """Returns *clocks*, if any, after *event*; *clock* is the agreed time."""
    if clocks is None or clock is None:
        return None
    match event:
        case Answered(seat=seat, at=at, clock=reading):
            return clocks.after_answer(clock, seat, at, reading)
        case SeatClaimed(at=at) | Resumed(at=at):
            return clocks.run_from(at)
        case Ruled(outcome="correction", at=at) if clocks.since:
            return clocks.restart_from(at, paused=False)
        case Paused(at=at):
            return clocks.stop(at)
        case ServiceAway(since=since, at=at):
            return clocks.without_absence(since, at)
        case FlagFell(seat=seat):
            return clocks.with_fallen(seat)
        case MatchEnded():
            return replace(clocks, since=0, used=0)
    return clocks
