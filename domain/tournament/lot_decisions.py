"""Lots that decide a place or a cut: who was level, and whom the lot chose or will choose."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from msgspec import Struct

from ..messages import Argument, Message
from .decision import places
from .facts import Player
from .stages import candidates
from .standings import Standing, standings
from .state import Tournament
from .wording import listed

MAX_LISTED = 16
"""How many players a sentence names."""


class LotDecision(Struct, frozen=True):
    """Players whom no tie-breaker tells apart, and the places that a lot gives them, from `first` on.

    `wanted` are how many of them go on; 0 where the lot decides places alone. `drawn` are those it chose,
    none before the cut is made.
    """

    players: tuple[Player, ...]
    first: int
    wanted: int = 0
    drawn: tuple[Player, ...] = ()

    @property
    def sentence(self) -> Message:
        """The decision in a sentence."""
        players = listed_at_most(self.players)
        if not self.wanted:
            return Message(
                "Places {first} to {last}: drawn by lot among {players}, because no tie-breaker is left.",
                first=self.first,
                last=self.first + len(self.players) - 1,
                players=players,
            )
        if not self.drawn:
            return Message(
                "The cut will be drawn by lot: {count} of {players} go on, because no tie-breaker is left.",
                count=self.wanted,
                players=players,
            )
        return Message(
            "The cut was drawn by lot among {players}, because no tie-breaker is left. Drawn: {drawn}.",
            players=players,
            drawn=listed_at_most(self.drawn),
        )


def listed_at_most(players: tuple[Player, ...]) -> Argument:
    """Returns players in a row, and of many how many more there are."""
    more = len(players) - MAX_LISTED
    if more <= 0:
        return listed(players)
    return listed([*players[:MAX_LISTED], Message("and {count} more", count=more)])


def lot_decisions(t: Tournament, stage: int, after: int | None = None) -> tuple[LotDecision, ...]:
    """Returns the lots that decide the standings of a *stage* after a round, and its cut."""
    by_lot = "lot" in t.opened.tiebreakers and not places.shares(t, stage)
    levels = _places([*level_standings(t, stage, standings(t, stage, after))]) if by_lot else ()
    cut = _cut(t, stage) if after is None else ()
    return (*levels, *cut)


def level_standings(t: Tournament, stage: int, rows: tuple[Standing, ...]) -> Iterator[tuple[Standing, ...]]:
    """Yields those in standings whom nothing but a lot tells apart, the best first."""
    breakers = t.opened.tiebreakers
    before = breakers.index("lot") if "lot" in breakers else len(breakers)
    shared = places.shares(t, stage)
    for _, group in groupby(
        rows, lambda row: row.came if shared else (row.came, row.points, row.values[:before])
    ):
        yield tuple(group)


def _places(groups: list[tuple[Standing, ...]]) -> Iterator[LotDecision]:
    first = 1
    for group in groups:
        if len(group) > 1:
            yield LotDecision(tuple(row.player for row in group), first)
        first += len(group)


def _cut(t: Tournament, stage: int) -> Iterator[LotDecision]:
    """Yields the lot that decides a cut: it is drawn among those level at its border."""
    if stage == len(t.opened.stages) or not t.rounds_of(stage):
        return
    order, wanted = candidates(t, stage), t.plan(stage + 1).players
    through = t.cuts[stage - 1].cut.through if stage < t.stage else ()
    if through and through != order[:wanted]:
        return  # it was made by hand
    first = 1
    rows = tuple(row for row in standings(t, stage) if row.player in order)
    for group in level_standings(t, stage, rows):
        if first <= wanted < first + len(group) - 1:
            players = tuple(row.player for row in group)
            drawn = tuple(who for who in through if who in players)
            yield LotDecision(players, first, wanted - first + 1, drawn)
        first += len(group)
