"""The best and the worst place that each player can still have, while results are missing or disputed."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Mapping
from typing import Literal, NamedTuple

from .facts import Player
from .history import exact
from .results import Exact, units
from .standings import standings
from .state import Place, Tournament


class Prospect(NamedTuple):
    """The best and the worst place that a player can still have in the standings."""

    best: int
    worst: int

    def of(self, wanted: int) -> Literal["through", "out", "open"]:
        """Returns whether the player is certain to be among the first *wanted*, or not to be."""
        if self.worst <= wanted:
            return "through"
        return "out" if self.best > wanted else "open"


def prospects(t: Tournament, stage: int, disputed: Collection[Place] = ()) -> Mapping[Player, Prospect]:
    """Returns what is still possible in the standings of a *stage*, by player, if no further round is paired.

    Tables without a result may end anyhow, and so may those *disputed*. Ties may fall either way where
    anything is open. So nobody can come out of these bounds, and not all within need be possible.
    """
    rows = standings(t, stage)
    spans = _open(t, stage, disputed)
    if not spans:
        return {row.player: Prospect(row.rank, row.rank) for row in rows}
    least = {row.player: row.points + spans.get(row.player, (0, 0))[0] for row in rows}
    most = {row.player: row.points + spans.get(row.player, (0, 0))[1] for row in rows}
    lows, highs = sorted(least.values()), sorted(most.values())
    return {
        who: Prospect(
            1 + len(rows) - bisect_right(lows, most[who]),
            len(rows) - bisect_left(highs, least[who]),
        )
        for who in least
    }


def _open(t: Tournament, stage: int, disputed: Collection[Place]) -> dict[Player, tuple[Exact, Exact]]:
    """Returns the least and the most that open tables can add to the points of those who sit there."""
    points = t.opened.points
    best = exact(points.best, points.unit)
    lowest = exact(min(points.loss, *points.places, 0), points.unit)
    spans: dict[Player, tuple[Exact, Exact]] = {}
    for known in t.rounds_of(stage):
        for table in known.tables.values():
            result = table.result
            if result is not None and Place(stage, known.number, table.number) not in disputed:
                continue
            for seat, who in enumerate(table.seats):
                has = exact(units(points, result, seat), points.unit) if result is not None else 0
                low, high = spans.get(who, (0, 0))
                spans[who] = (low + lowest - has, high + best - has)
    return spans
