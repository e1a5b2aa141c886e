"""What the rounds before were to the players: whom they met, and in which seats they sat."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator

from ..facts import Player
from ..plan import Unplayed
from ..state import Round, Table


class Past:
    """Games that were played, or may still be: where a seat forfeited, nobody met it and it had no turn."""

    def __init__(self, rounds: Iterable[Round]) -> None:
        self.met: Counter[frozenset[Player]] = Counter()
        """How often two players met."""
        self.seats: defaultdict[Player, list[int]] = defaultdict(list)
        """The seats that a player had, counted from 0, in order; 0 is the first turn."""
        self.byes: defaultdict[Player, list[Unplayed]] = defaultdict(list)
        """The byes that a player had."""
        for known in rounds:
            for who, kind in known.byes.items():
                self.byes[who].append(kind)
            for table in known.tables.values():
                for seat, who in _there(table):
                    self.seats[who].append(seat)
                    self.met.update(frozenset((who, other)) for there, other in _there(table) if there < seat)

    def balance(self, who: Player) -> int:
        """Returns how many more games a player of two seats had with the first turn than without."""
        seats = self.seats[who]
        return seats.count(0) * 2 - len(seats)

    def turns(self, who: Player) -> tuple[int, int]:
        """Returns what the first turn goes by: who has the lower one gets it, after fewer, and longer ago."""
        seats = self.seats[who]
        return self.balance(who), -seats[-1] if seats else 0


def _there(table: Table) -> Iterator[tuple[int, Player]]:
    result = table.paired_by
    for seat, who in enumerate(table.seats):
        if result is None or result.unplayed(seat) is None:
            yield seat, who
