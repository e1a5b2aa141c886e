"""How late the public watches a match that is played with a delay."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import Any

from domain.model import Fact
from domain.table import Delay, MatchEnded, SeatClaimed

from .replay import NoSuchMoment, Replay

Rounds = Callable[[Sequence[Fact]], int]
"""How many rounds began in the first facts of a match."""


def known(film: Replay[Any, Any], delay: Delay, rounds: Rounds, now: int) -> int:
    """Returns the last fact of *film* that the public may know at *now*, in milliseconds since 1970.

    That is every fact before the game begins, and once the match is over; while it is played, the last one
    that is so many facts, rounds or minutes old.
    """
    last = film.at(len(film))
    if last.ended is not None or not last.is_full:
        return len(film)
    *_, open_to_all = (fact.seq for fact in film.facts if isinstance(fact.event, SeatClaimed | MatchEnded))
    return max(open_to_all, _old(film, delay, rounds, now))


def _old(film: Replay[Any, Any], delay: Delay, rounds: Rounds, now: int) -> int:
    if delay.facts:
        return len(film) - delay.facts
    if delay.rounds:
        wanted = rounds(film.facts) - delay.rounds
        return bisect_right(range(len(film) + 1), wanted, key=lambda seq: rounds(film.facts[:seq])) - 1
    try:
        return film.when(now - delay.minutes * 60_000)
    except NoSuchMoment:
        return 0
