"""Larger tables in Swiss rounds and pods, with sizes, seats and costs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations, permutations
from typing import NamedTuple

from ...messages import Message
from ..facts import Player
from ..plan import Unplayed
from ..refusals import Refused, too_few_players
from .past_games import PastGames, turn_earliness
from .round_input import PairingResult, RoundInput, Tables
from .tables import improve_tables


def table_sizes(players: int, allowed: Sequence[int]) -> list[int]:
    """Returns the sizes of tables, largest first, with the fewest byes and then the fewest gaps.

    Gaps are the missing seats of a table against the largest of *allowed*, squared. Ten players at up to six
    seats are 5 and 5 rather than 6 and 4.
    """
    largest = max(allowed)
    best: list[tuple[int, list[int]] | None] = [(0, [])]
    for number in range(1, players + 1):
        options = []
        for size in allowed:
            before = best[number - size] if size <= number else None
            if before is not None:
                options.append((before[0] + (largest - size) ** 2, [*before[1], size]))
        best.append(min(options, default=None))
    return sorted(next(option for option in reversed(best) if option is not None)[1], reverse=True)


def seat_players(round_input: RoundInput, past: PastGames, table: Sequence[Player]) -> tuple[Player, ...]:
    """Returns players in the order of seats that costs least, by lot where orders are level."""
    size = len(table)
    prices = {
        (player, seat): _seat_cost(past, player, seat, size) for player in table for seat in range(size)
    }

    def total_cost(seats: tuple[Player, ...]) -> tuple[int, int]:
        costs = [prices[player, seat] for seat, player in enumerate(seats)]
        return sum(turns for turns, _ in costs), sum(again for _, again in costs)

    return min(
        permutations(sorted(table, key=lambda player: (-round_input.lots[player], player))), key=total_cost
    )


def seat_costs(past: PastGames, tables: Iterable[Sequence[Player]]) -> Mapping[str, int]:
    """Returns the costs of players in their seats.

    `turn_balance` is the total turn advantage of players in `STEPS`, squared. `seats_again` counts earlier
    games in the same seat.
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


REMATCH_COST = 10**12
"""Cost of a rematch, above all other costs."""


class Layout(NamedTuple):
    """Start of a round, with players in order, byes and tables before improvement.

    `pair_cost` is the cost of a first meeting of two players.
    """

    order: Sequence[Player]
    byes: Sequence[Player]
    start: Sequence[Sequence[Player]]
    pair_cost: Callable[[Player, Player], int]


def propose_pods(
    round_input: RoundInput,
    layout: Layout,
    costs: Callable[[RoundInput, Tables, Mapping[Player, Unplayed]], Mapping[str, int]],
    fixed: Sequence[Player] = (),
) -> PairingResult:
    """Returns the improved tables of a layout by their best players; *fixed* sit together."""
    past, position_of = round_input.past_games, {player: i for i, player in enumerate(layout.order)}

    def meeting_cost(first: Player, second: Player) -> int:
        return past.meetings[frozenset((first, second))] * REMATCH_COST + layout.pair_cost(first, second)

    seating = improve_tables([[*table] for table in layout.start], meeting_cost, fixed)
    seating.sort(key=lambda table: min(position_of[player] for player in table))
    tables = tuple(seat_players(round_input, past, table) for table in seating)
    byes: dict[Player, Unplayed] = dict.fromkeys(layout.byes, "bye")
    return PairingResult(tables, byes, costs(round_input, tables, byes))


def require_table_sizes(round_input: RoundInput, players: int) -> list[int]:
    """Returns the sizes of the tables.

    There may be no table where players requested byes. Raises `Refused` elsewhere.
    """
    sizes_found = table_sizes(players, round_input.plan.seats)
    if not sizes_found and not round_input.requested_byes:
        if players == 1:
            raise too_few_players(round_input.players[0])
        raise Refused(Message("{players} players do not fill a table of this stage.", players=players))
    return sizes_found


def count_rematches(past: PastGames, tables: Tables) -> int:
    """Returns the number of earlier meetings between players of a table."""
    return sum(past.meetings[frozenset(pair)] for table in tables for pair in combinations(table, 2))
