"""The best and the worst place that each player can still have, while results are missing or disputed."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias

from .facts import Player
from .history import divide_exactly
from .plan import KNOCK_OUT
from .progress import possible_progress
from .results import Exact, result_units
from .standings import Standing, compute_standings
from .state import Round, Table, TableRef, Tournament


class Prospect(NamedTuple):
    """The best and the worst place that a player can still have in the standings."""

    best: int
    worst: int

    def certainty_of(self, count: int) -> Literal["through", "out", "open"]:
        """Returns whether the player is certain to be among the first *count*, or not to be."""
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
    """Returns what is still possible in the standings of a *stage*, by player, with so many rounds to come.

    Tables without a result may end anyhow, and so may those *disputed*. Ties may fall either way where
    anything is open. So nobody can come out of these bounds, and not all within need be possible. Where
    players are knocked out, it is told by how far they came, and else by their points: there alone rounds to
    come (*further*) can be told. *rows* are the standings, where they are at hand, or those of them among
    whom places are counted.
    """
    rows = compute_standings(t, stage) if rows is None else rows
    undecided = [(round_.number, table) for round_, table in unsettled_tables(t, stage, disputed)]
    if not undecided and not further:
        return {row.player: Prospect(row.rank, row.rank) for row in rows}
    lowest: dict[Player, Exact] = {}
    highest: dict[Player, Exact] = {}
    if t.plan_of(stage).format in KNOCK_OUT:
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
    """Yields the tables of a *stage* whose result is missing or *disputed*, each with its round."""
    for round_ in t.rounds_of(stage):
        for table in round_.tables.values():
            if table.result is None or TableRef(stage, round_.number, table.number) in disputed:
                yield round_, table


Spans: TypeAlias = dict[Player, tuple[Exact, Exact]]
Undecided: TypeAlias = Sequence[tuple[int, Table]]
"""Tables whose result is missing or disputed, each with the number of its round."""


def _progress_spans(t: Tournament, stage: int, undecided: Undecided, came: Mapping[Player, int]) -> Spans:
    """Returns how far those who sit at open tables can have come."""
    spans: Spans = {}
    for number, table in undecided:
        for player in table.seats:
            if player in came:
                low, high = possible_progress(t, stage, number, came[player])
                lowest, highest = spans.get(player, (low, high))
                spans[player] = (min(lowest, low), max(highest, high))
    return spans


def _point_spans(t: Tournament, undecided: Undecided) -> Spans:
    """Returns the least and the most that open tables can add to the points of those who sit there."""
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
    """Returns the least that a round can be worth, in points."""
    points = t.settings.points
    return divide_exactly(min(points.loss, *points.places, 0), points.unit)


def _maximum_points(t: Tournament) -> Exact:
    """Returns the most that a round can be worth, in points, played or not."""
    points = t.settings.points
    return divide_exactly(
        max(points.best_result, points.bye, points.full_bye, points.forfeit_won), points.unit
    )
