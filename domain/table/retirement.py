"""Retirement: a seat leaves a match of more than two, and the others play on without it."""

from __future__ import annotations

from ..decider import Rules
from ..messages import Message
from ..model import Event, SeatRetired
from ..script import B, K
from .agreements import check_playing, say, sides_playing, won
from .commands import Followed, WrongMoment, play_on
from .match import Match

MIN_SEATS = 3
"""Fewer seats concede the match, and nobody leaves it."""


def retire(rules: Rules[B, K], match: Match[B], retired: SeatRetired) -> Followed[B]:
    """Returns the facts of a seat that leaves: the last side to stay wins; else its turns pass.

    Raises `WrongMoment`.
    """
    check_playing(rules, match, retired.seat)
    if match.opened.seats < MIN_SEATS:
        raise WrongMoment(Message("Two play this match: nobody leaves it, but each of them can concede it."))
    return follow_retirement(rules, match, [retired])


def follow_retirement(rules: Rules[B, K], match: Match[B], events: list[Event]) -> Followed[B]:
    """Returns *events*, of which the last is a retirement, and all that follows from them."""
    facts, after = say(rules, match, events)
    playing = sides_playing(rules, after.position.board)
    if len(playing) == 1:
        return say(rules, match, [*events, won(match, playing[0])])
    return Followed(facts, after) if after.paused else play_on(rules, facts, after)
