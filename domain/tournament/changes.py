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
    was: Standing | None
    now: Standing | None

    @property
    def sentence(self) -> Message:
        """The change in a sentence."""
        was, now = self.was, self.now
        if now is None:
            return Message("{player} is not ranked any more.", player=self.player)
        if was is None:
            return Message("{player} is ranked, in place {now}.", player=self.player, now=now.rank)
        points = Message(
            "The points of {player} are {now} instead of {was}.",
            player=self.player,
            now=format_number(now.points),
            was=format_number(was.points),
        )
        place = Message(
            "{player} is in place {now} instead of {was}.", player=self.player, now=now.rank, was=was.rank
        )
        if was.points == now.points:
            return place
        return points if was.rank == now.rank else Message("{points} {place}", points=points, place=place)


def compare_standings(before: Iterable[Standing], after: Iterable[Standing]) -> Iterator[Change]:
    """Yields every player whose points or place are other than they were, by the new places."""
    was = {row.player: row for row in before}
    for now in after:
        then = was.pop(now.player, None)
        if then is None or (then.points, then.rank) != (now.points, now.rank):
            yield Change(now.player, then, now)
    for gone, row in was.items():
        yield Change(gone, row, None)
