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
from .due import Drawn, Due, Tables
from .past import Past
from .sizes import sizes
from .tables import improved

FAR = 10**12
"""A rematch outweighs everything else."""


class Layout(NamedTuple):
    """What a round starts from: players in their order, who has a bye, and tables not improved yet.

    `apart` is what it costs that two players who have not met sit together.
    """

    order: Sequence[Player]
    byes: Sequence[Player]
    start: Sequence[Sequence[Player]]
    apart: Callable[[Player, Player], int]


def drawn(
    due: Due,
    layout: Layout,
    costs: Callable[[Due, Tables, Mapping[Player, Unplayed]], Mapping[str, int]],
    kept: Sequence[Player] = (),
) -> Drawn:
    """Returns the tables that a layout comes to, in the order of their best players; *kept* sit together."""
    past, place = due.past, {who: i for i, who in enumerate(layout.order)}

    def weight(one: Player, other: Player) -> int:
        return past.met[frozenset((one, other))] * FAR + layout.apart(one, other)

    found = improved([[*table] for table in layout.start], weight, kept)
    found.sort(key=lambda table: min(place[who] for who in table))
    tables = tuple(seats.seated(due, past, table) for table in found)
    byes: dict[Player, Unplayed] = dict.fromkeys(layout.byes, "bye")
    return Drawn(tables, byes, costs(due, tables, byes))


def shape(due: Due, players: int) -> list[int]:
    """Returns the sizes of the tables.

    No table at all is right where players asked for byes. Raises `Refused` elsewhere.
    """
    found = sizes(players, due.plan.seats)
    if not found and not due.requested:
        if players == 1:
            raise too_few_players(due.playing[0])
        raise Refused(Message("{players} players do not fill a table of this stage.", players=players))
    return found


def rematches(past: Past, tables: Tables) -> int:
    """Returns how often those at a table have met, for each two of them."""
    return sum(past.met[frozenset(pair)] for table in tables for pair in combinations(table, 2))
