"""The last fact that the public may see of a match with delay."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import Any

from domain.model import Fact
from domain.table import Delay, MatchEnded, SeatClaimed

from .replay import Replay, UnknownMoment

Rounds = Callable[[Sequence[Fact]], int]
"""Counts the rounds begun in the first facts of a match."""


def last_public_seq(replay: Replay[Any, Any], delay: Delay, rounds: Rounds, now: int) -> int:
    """Returns the last fact that is public at *now*, in milliseconds since 1970.

    All facts are public before the game begins and after it ends. During the game the delay counts facts,
    rounds or minutes.
    """
    last = replay.at(len(replay))
    if last.ended is not None or not last.is_full:
        return len(replay)
    *_, last_open = (fact.seq for fact in replay.facts if isinstance(fact.event, SeatClaimed | MatchEnded))
    return max(last_open, _delayed_seq(replay, delay, rounds, now))


def _delayed_seq(replay: Replay[Any, Any], delay: Delay, rounds: Rounds, now: int) -> int:
    if delay.facts:
        return len(replay) - delay.facts
    if delay.rounds:
        max_round = rounds(replay.facts) - delay.rounds
        return bisect_right(range(len(replay) + 1), max_round, key=lambda seq: rounds(replay.facts[:seq])) - 1
    try:
        return replay.seq_at_time(now - delay.minutes * 60_000)
    except UnknownMoment:
        return 0
