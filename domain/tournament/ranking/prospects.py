"""Best and worst places still possible for each player."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias

from ..facts import Player
from ..knockout.progress import possible_progress
from ..plan import KNOCK_OUT_FORMATS
from ..scoring.history import divide_exactly
from ..scoring.results import Exact, result_units
from ..state import Round, Table, TableRef, Tournament
from .standings import Standing, compute_standings


class Prospect(NamedTuple):
    """Best and worst place still possible for a player."""

    best: int
    worst: int

    def certainty_of(self, count: int) -> Literal["through", "out", "open"]:
        """Returns whether the player is certainly, possibly or never among the first *count*."""
        if self.worst <= count:
            return "through"
        return "out" if self.best > count else "open"


def rank_prospects(
    t: Tournament,
    stage: int,
    disputed: Collection[TableRef] = (),
    rows: Sequence[Standing] | None = None,
    further: int = 0,
) -> Mapping[Player, Prospect]:
    """Returns the places still possible in the standings of a *stage*, by player.

    Tables without a result and *disputed* ones may end in any way, and open ties may fall either way. So the
    places are bounds, and not all within need be possible. Knock-out stages go by progress, others by points.
    Only the latter take *further* rounds to come. *rows* are standings at hand, or those of the players to
    compare.
    """
    rows = compute_standings(t, stage) if rows is None else rows
    undecided = [(round_.number, table) for round_, table in unsettled_tables(t, stage, disputed)]
    if not undecided and not further:
        return {row.player: Prospect(row.rank, row.rank) for row in rows}
    lowest: dict[Player, Exact] = {}
    highest: dict[Player, Exact] = {}
    if t.plan_of(stage).format in KNOCK_OUT_FORMATS:
        spans = _progress_spans(t, stage, undecided, {row.player: row.came for row in rows})
        for row in rows:
            lowest[row.player], highest[row.player] = spans.get(row.player, (row.came, row.came))
    else:
        spans = _point_spans(t, undecided)
        for row in rows:
            low, high = spans.get(row.player, (0, 0))
            lowest[row.player] = row.points + low + further * _minimum_points(t)
            highest[row.player] = row.points + high + further * _maximum_points(t)
    lows, highs = sorted(lowest.values()), sorted(highest.values())
    return {
        player: Prospect(
            1 + len(rows) - bisect_right(lows, highest[player]),
            len(rows) - bisect_left(highs, lowest[player]),
        )
        for player in lowest
    }


def unsettled_tables(
    t: Tournament, stage: int, disputed: Collection[TableRef] = ()
) -> Iterator[tuple[Round, Table]]:
    """Yields the tables of a *stage* whose result is missing or *disputed*, with their rounds."""
    for round_ in t.rounds_of(stage):
        for table in round_.tables.values():
            if table.result is None or TableRef(stage, round_.number, table.number) in disputed:
                yield round_, table


Spans: TypeAlias = dict[Player, tuple[Exact, Exact]]
Undecided: TypeAlias = Sequence[tuple[int, Table]]
"""Open or disputed tables with the numbers of their rounds."""


def _progress_spans(t: Tournament, stage: int, undecided: Undecided, came: Mapping[Player, int]) -> Spans:
    """Returns the bounds of progress of players at open tables."""
    spans: Spans = {}
    for number, table in undecided:
        for player in table.seats:
            if player in came:
                low, high = possible_progress(t, stage, number, came[player])
                lowest, highest = spans.get(player, (low, high))
                spans[player] = (min(lowest, low), max(highest, high))
    return spans


def _point_spans(t: Tournament, undecided: Undecided) -> Spans:
    """Returns the bounds of points that open tables may add to their players."""
    points, best, lowest = t.settings.points, _maximum_points(t), _minimum_points(t)
    spans: Spans = {}
    for _, table in undecided:
        result = table.result
        for seat, player in enumerate(table.seats):
            has = divide_exactly(result_units(points, result, seat), points.unit) if result is not None else 0
            low, high = spans.get(player, (0, 0))
            spans[player] = (low + lowest - has, high + best - has)
    return spans


def _minimum_points(t: Tournament) -> Exact:
    """Returns the fewest points of a round."""
    points = t.settings.points
    return divide_exactly(min(points.loss, *points.places, 0), points.unit)


def _maximum_points(t: Tournament) -> Exact:
    """Returns the most points of a round, played or not."""
    points = t.settings.points
    return divide_exactly(
        max(points.best_result, points.bye, points.full_bye, points.forfeit_won), points.unit
    )
