"""Flags: when the time of a seat is up, and what follows by what was agreed on."""

from __future__ import annotations

from ..decider import Rules
from ..messages import Message
from ..model import CHANCE, SeatRetired
from ..script import B, K
from .agreements import say, won
from .commands import Followed, WrongMoment
from .facts import CLOCK, FlagFell, MatchOpened, Paused, ServiceAway
from .match import Match, asked
from .retirement import follow_retirement


def due(rules: Rules[B, K], match: Match[B]) -> FlagFell | None:
    """Returns whose flag falls next, and when, unless it answers before; `None` where no clock runs.

    The service plays bots, so no time of theirs is counted.
    """
    clocks, question = match.clocks, asked(rules, match)
    if clocks is None or not clocks.since or question is None or question.seat == CHANCE:
        return None
    seat = question.seat
    if seat in match.bots or seat in clocks.fallen:
        return None
    return FlagFell(seat, clocks.since + clocks.left[seat] - clocks.used)


def fall(rules: Rules[B, K], match: Match[B], fell: FlagFell) -> Followed[B]:
    """Tells what follows when a flag falls: the other side wins, or the match rests, or it is told.

    Of more than two sides, the seat leaves and the others play on.
    Raises `WrongMoment` when it is not the one that is `due`.
    """
    clock = match.opened.clock
    if clock is None or fell != due(rules, match):
        raise WrongMoment(Message("No flag has fallen."))
    if clock.flag == "loss":
        sides = rules.list_sides(match.position.board)
        if len(sides) > 2:
            return follow_retirement(rules, match, [fell, SeatRetired(fell.seat, fell.at, flag=True)])
        [winners] = [side for side in sides if fell.seat not in side]
        return say(rules, match, [fell, won(match, winners)])
    return say(rules, match, [fell, *([Paused(CLOCK, fell.at)] if clock.flag == "judge" else [])])


def spare(rules: Rules[B, K], match: Match[B], away: ServiceAway) -> Followed[B]:
    """Tells that no clock has run while the service was away; raises `WrongMoment` where none would have."""
    if (
        (clocks := match.clocks) is None
        or not clocks.since
        or away.since >= away.at
        or away.at <= clocks.since
    ):
        raise WrongMoment(Message("No clock has run while the service was away."))
    return say(rules, match, [away])


def check_flag(opened: MatchOpened) -> Message | None:
    """Returns why what was agreed on does not do for a match, or `None`."""
    clock = opened.clock
    if clock is None:
        return None
    if clock.increment and clock.kind != "fischer":
        return Message("Only a Fischer clock has an increment.")
    return None
