"""Earlier games of players, with opponents and seats."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from math import lcm

from ..facts import Player
from ..plan import Unplayed
from ..state import Round, Table

TURN_STEPS = lcm(*range(1, 6))
"""Steps by which the first turn of a table is earlier than its middle."""


def turn_earliness(seat: int, seats: int) -> int:
    """Returns how much earlier than the middle the turn of a *seat* from 0 is, in `TURN_STEPS`."""
    return TURN_STEPS * (seats - 1 - 2 * seat) // (seats - 1)


class PastGames:
    """Games of earlier rounds, including open ones. A forfeited seat met no opponent."""

    def __init__(self, rounds: Iterable[Round]) -> None:
        self.meetings: Counter[frozenset[Player]] = Counter()
        """Number of meetings of two players."""
        self.seats: defaultdict[Player, list[int]] = defaultdict(list)
        """Seats of a player in order, from 0 as the first turn."""
        self.byes: defaultdict[Player, list[Unplayed]] = defaultdict(list)
        """Byes of a player."""
        self._advantage: Counter[Player] = Counter()
        for round_ in rounds:
            for player, kind in round_.byes.items():
                self.byes[player].append(kind)
            for table in round_.tables.values():
                for seat, player in _played_seats(table):
                    self.seats[player].append(seat)
                    self._advantage[player] += turn_earliness(seat, len(table.seats))
                    self.meetings.update(
                        frozenset((player, opponent))
                        for other_seat, opponent in _played_seats(table)
                        if other_seat < seat
                    )

    def turn_balance(self, player: Player) -> int:
        """Returns the surplus of games with the first turn, for tables of two."""
        seats = self.seats[player]
        return seats.count(0) * 2 - len(seats)

    def turn_advantage(self, player: Player) -> int:
        """Returns the sum of a player's turn earliness, in `TURN_STEPS`."""
        return self._advantage[player]

    def turn_priority(self, player: Player) -> tuple[int, int]:
        """Returns the claim to the first turn, the lower the stronger.

        It counts fewer first turns, then a longer time since the last one.
        """
        seats = self.seats[player]
        return self.turn_balance(player), -seats[-1] if seats else 0


def _played_seats(table: Table) -> Iterator[tuple[int, Player]]:
    result = table.pairing_result
    for seat, player in enumerate(table.seats):
        if result is None or result.unplayed_kind(seat) is None:
            yield seat, player
