"""What rounds have changed in the standings: the difference of two rounds of a stage, as both are known."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from .changes import Change, compare_standings
from .standings import compute_standings, field_of
from .state import Tournament
from .why import Reason, earned_reasons


class Gain(NamedTuple):
    """What changed for a player, and the lines that brought it, each with its fact."""

    change: Change
    lines: tuple[Reason, ...]


def gains_between(t: Tournament, stage: int, first: int, last: int | None = None) -> Iterator[Gain]:
    """Yields what changed in the standings of a *stage* from round *first* to round *last*, the best first.

    *first* 0 is before any round, without *last* all rounds count. Raises `Refused` for a stage that had not
    begun.
    """
    before, after = compute_standings(t, stage, first), compute_standings(t, stage, last)
    field = field_of(t, stage, last)
    for change in compare_standings(before, after):
        yield Gain(change, tuple(earned_reasons(t, field, change.player, stage, first)))
