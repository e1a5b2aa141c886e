"""Larger tables, in Swiss rounds and where some of each go on: who sits together, and what it costs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from ...messages import Message
from ..facts import Player
from ..plan import Unplayed
from ..refusals import Refused, too_few_players
from . import seats
from .past_games import PastGames
from .round_input import PairingResult, RoundInput, Tables
from .sizes import table_sizes
from .tables import improve_tables

REMATCH_COST = 10**12
"""A rematch outweighs everything else."""


class Layout(NamedTuple):
    """What a round starts from: players in their order, who has a bye, and tables not improved yet.

    `pair_cost` is what it costs that two players who have not met sit together.
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
    """Returns the tables that a layout comes to, in the order of their best players; *fixed* sit together."""
    past, position_of = round_input.past_games, {player: i for i, player in enumerate(layout.order)}

    def weight(one: Player, other: Player) -> int:
        return past.meetings[frozenset((one, other))] * REMATCH_COST + layout.pair_cost(one, other)

    seating = improve_tables([[*table] for table in layout.start], weight, fixed)
    seating.sort(key=lambda table: min(position_of[player] for player in table))
    tables = tuple(seats.seat_players(round_input, past, table) for table in seating)
    byes: dict[Player, Unplayed] = dict.fromkeys(layout.byes, "bye")
    return PairingResult(tables, byes, costs(round_input, tables, byes))


def require_table_sizes(round_input: RoundInput, players: int) -> list[int]:
    """Returns the sizes of the tables.

    No table at all is right where players asked for byes. Raises `Refused` elsewhere.
    """
    sizes_found = table_sizes(players, round_input.plan.seats)
    if not sizes_found and not round_input.requested_byes:
        if players == 1:
            raise too_few_players(round_input.players[0])
        raise Refused(Message("{players} players do not fill a table of this stage.", players=players))
    return sizes_found


def count_rematches(past: PastGames, tables: Tables) -> int:
    """Returns how often those at a table have met, for each two of them."""
    return sum(past.meetings[frozenset(pair)] for table in tables for pair in combinations(table, 2))
