"""Retirement of a seat from a match of more than two seats; the others play on."""

from __future__ import annotations

from ..messages import Message
from ..model import Event, SeatRetired
from ..rules import Rules
from ..script import B, K
from .agreements import append_events, require_playing, sides_playing, won_by
from .commands import CommandOutcome, WrongMoment, advance
from .match import Match

MIN_SEATS = 3
"""With fewer seats, a seat concedes the match instead of leaving it."""


def retire_seat(rules: Rules[B, K], match: Match[B], retirement: SeatRetired) -> CommandOutcome[B]:
    """Returns the outcome of a retirement, a win of the last remaining side or passed turns.

    Raises `WrongMoment`.
    """
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
