"""What changed for the players from one standing to another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ..messages import Message
from .facts import Player
from .standings import Standing
from .wording import format_number


class Change(NamedTuple):
    """Where a player stood and stands; `None` where it is not ranked."""

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
        place = Message(
            "{player} is in place {now} instead of {was}.",
            player=self.player,
            now=now.rank,
            was=rows_before.rank,
        )
        if rows_before.points == now.points:
            return place
        return (
            points
            if rows_before.rank == now.rank
            else Message("{points} {place}", points=points, place=place)
        )


def compare_standings(before: Iterable[Standing], after: Iterable[Standing]) -> Iterator[Change]:
    """Yields every player whose points or place are other than they were, by the new places."""
    rows_before = {row.player: row for row in before}
    for now in after:
        previous = rows_before.pop(now.player, None)
        if previous is None or (previous.points, previous.rank) != (now.points, now.rank):
            yield Change(now.player, previous, now)
    for gone, row in rows_before.items():
        yield Change(gone, row, None)
