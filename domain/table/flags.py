"""Flags that fall when a seat's time is up, and the consequences."""

from __future__ import annotations

from ..messages import Message
from ..model import CHANCE, Event, SeatRetired
from ..rules import Rules
from ..script import B, K
from .agreements import append_events, require_playing, require_service, sides_playing, won_by
from .commands import CommandOutcome, WrongMoment, advance
from .facts import CLOCK, FlagFell, MatchOpened, Paused, ServiceAway
from .match import Match, open_question


def next_flag(rules: Rules[B, K], match: Match[B]) -> FlagFell | None:
    """Returns the flag that falls unless its seat answers first; `None` while no clock runs.

    The service plays bots, so their time does not count.
    """
    clocks, question = match.clocks, open_question(rules, match)
    if clocks is None or not clocks.since or question is None or question.seat == CHANCE:
        return None
    seat = question.seat
    if seat in match.bots or seat in clocks.fallen:
        return None
    return FlagFell(seat, clocks.since + clocks.left[seat] - clocks.used)


def fall_flag(rules: Rules[B, K], match: Match[B], fell: FlagFell) -> CommandOutcome[B]:
    """Returns the outcome of a fallen flag, a loss, a pause for the judge or a note.

    With more than two sides, the seat leaves and the others play on. Raises `WrongMoment` unless it is the
    flag of `next_flag`.
    """
    clock = match.settings.clock
    if clock is None or fell != next_flag(rules, match):
        raise WrongMoment(Message("No flag has fallen."))
    if clock.flag == "loss":
        sides = rules.list_sides(match.position.board)
        if len(sides) > 2:
            return follow_retirement(rules, match, [fell, SeatRetired(fell.seat, fell.at, flag=True)])
        [winners] = [side for side in sides if fell.seat not in side]
        return append_events(rules, match, [fell, won_by(match, winners)])
    return append_events(rules, match, [fell, *([Paused(CLOCK, fell.at)] if clock.flag == "judge" else [])])


def exclude_absence(rules: Rules[B, K], match: Match[B], away: ServiceAway) -> CommandOutcome[B]:
    """Returns the outcome of a downtime, in which no time passes.

    Raises `WrongMoment` if neither a clock nor the time limit of a reveal ran.
    """
    since = waiting_since(match)
    if not since or away.since >= away.at or away.at <= since:
        raise WrongMoment(Message("No clock has run while the service was away."))
    return append_events(rules, match, [away])


def waiting_since(match: Match[B]) -> int:
    """Returns since when a clock or the time limit of a reveal runs, 0 for neither.

    The time is in milliseconds since 1970.
    """
    if match.is_revealing:
        return match.reveals.since
    return match.clocks.since if match.clocks is not None else 0


def check_flag(settings: MatchOpened) -> Message | None:
    """Returns the reason why the agreed clock is invalid for a match, or `None`."""
    clock = settings.clock
    if clock is None:
        return None
    if clock.increment and clock.kind != "fischer":
        return Message("Only a Fischer clock has an increment.")
    return None


MIN_SEATS = 3
"""With fewer seats, a seat concedes the match instead of leaving it."""


def retire_seat(rules: Rules[B, K], match: Match[B], retirement: SeatRetired) -> CommandOutcome[B]:
    """Returns the outcome of a retirement, a win of the last remaining side or passed turns.

    Raises `WrongMoment`.
    """
    require_service(match)
    require_playing(rules, match, retirement.seat)
    if match.settings.seats < MIN_SEATS:
        raise WrongMoment(Message("Two play this match: nobody leaves it, but each of them can concede it."))
    return follow_retirement(rules, match, [retirement])


def follow_retirement(rules: Rules[B, K], match: Match[B], events: list[Event]) -> CommandOutcome[B]:
    """Returns the outcome of *events*, the last of them a retirement."""
    facts, after = append_events(rules, match, events)
    playing = sides_playing(rules, after.position.board)
    if len(playing) == 1:
        return append_events(rules, match, [*events, won_by(match, playing[0])])
    return CommandOutcome(facts, after) if after.is_paused else advance(rules, facts, after)
