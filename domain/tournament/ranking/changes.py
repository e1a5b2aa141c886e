"""Changes between two standings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ...messages import Message
from ..facts import Player
from ..state import Tournament
from ..wording import format_number
from .standings import Standing, compute_standings, field_of
from .why import Reason, earned_reasons


class Change(NamedTuple):
    """Standing of a player before and after, `None` while the player is not ranked."""

    player: Player
    before: Standing | None
    after: Standing | None

    @property
    def sentence(self) -> Message:
        """The change in a sentence."""
        rows_before, now = self.before, self.after
        if now is None:
            return Message("{player} is not ranked any more.", player=self.player)
        if rows_before is None:
            return Message("{player} is ranked, in place {now}.", player=self.player, now=now.rank)
        points = Message(
            "The points of {player} are {now} instead of {was}.",
            player=self.player,
            now=format_number(now.points),
            was=format_number(rows_before.points),
        )
        rank_text = Message(
            "{player} is in place {now} instead of {was}.",
            player=self.player,
            now=now.rank,
            was=rows_before.rank,
        )
        if rows_before.points == now.points:
            return rank_text
        return (
            points
            if rows_before.rank == now.rank
            else Message("{points} {place}", points=points, place=rank_text)
        )


def compare_standings(before: Iterable[Standing], after: Iterable[Standing]) -> Iterator[Change]:
    """Yields the players whose points or place changed, by the new places."""
    rows_before = {row.player: row for row in before}
    for now in after:
        previous = rows_before.pop(now.player, None)
        if previous is None or (previous.points, previous.rank) != (now.points, now.rank):
            yield Change(now.player, previous, now)
    for gone, row in rows_before.items():
        yield Change(gone, row, None)


class Gain(NamedTuple):
    """Change of a player between two rounds, and the lines behind it, each with its fact."""

    change: Change
    lines: tuple[Reason, ...]


def gains_between(t: Tournament, stage: int, first: int, last: int | None = None) -> Iterator[Gain]:
    """Yields changes in the standings of a *stage* between two rounds, the best player first.

    Round 0 is before any round. Without *last* all rounds count. Raises `Refused` for a stage that has not
    begun.
    """
    before, after = compute_standings(t, stage, first), compute_standings(t, stage, last)
    field = field_of(t, stage, last)
    for change in compare_standings(before, after):
        yield Gain(change, tuple(earned_reasons(t, field, change.player, stage, first)))
