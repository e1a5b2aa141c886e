"""The order of the seats at a table: turns that are balanced, and seats that a player seldom had."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import permutations

from ..facts import Player
from .past_games import PastGames, turn_earliness
from .round_input import RoundInput


def seat_players(round_input: RoundInput, past: PastGames, table: Sequence[Player]) -> tuple[Player, ...]:
    """Returns players in the order of seats that costs least, of all there are; what is level is by lot."""
    size = len(table)
    prices = {
        (player, seat): _seat_cost(past, player, seat, size) for player in table for seat in range(size)
    }

    def price(seats: tuple[Player, ...]) -> tuple[int, int]:
        each = [prices[who, seat] for seat, who in enumerate(seats)]
        return sum(turns for turns, _ in each), sum(again for _, again in each)

    return min(permutations(sorted(table, key=lambda player: (-round_input.lots[player], player))), key=price)


def seat_costs(past: PastGames, tables: Iterable[Sequence[Player]]) -> Mapping[str, int]:
    """Returns what players cost in their seats.

    `turn_balance`: by how many `STEPS` the turns of a player come to be early rather than late, or the other
    way round, squared. `seats_again`: how often each had its seat.
    """
    all_costs = [
        _seat_cost(past, player, seat, len(table)) for table in tables for seat, player in enumerate(table)
    ]
    return {
        "turn_balance": sum(turns for turns, _ in all_costs),
        "seats_again": sum(again for _, again in all_costs),
    }


def _seat_cost(past: PastGames, player: Player, seat: int, size: int) -> tuple[int, int]:
    return (past.turn_advantage(player) + turn_earliness(seat, size)) ** 2, past.seats[player].count(seat)
