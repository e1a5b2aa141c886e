"""Lots that decide places, a cut or seeds among level players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from ...messages import Argument, Message
from ..decision import places
from ..facts import Player
from ..plan import KNOCK_OUT_FORMATS
from ..ranking.shortfalls import unplayed_until
from ..ranking.standings import Standing, compute_standings
from ..stages import qualifier_candidates
from ..state import Tournament
from ..wording import join_names

MAX_LISTED = 16
"""Maximum of players in a sentence."""


LotStatus: TypeAlias = Literal["open", "due", "drawn"]
"""Status of a lot: with results to come, with all results, or with a counting outcome."""


class LotDecision(Struct, frozen=True):
    """Level players and the places, cut or seeds that a lot decides, from `first` on.

    `count` is the number of places for them. `drawn` are the players whom the lot selected, the best seed
    first.
    """

    subject: Literal["places", "cut", "seeds"]
    players: tuple[Player, ...]
    first: int
    count: int
    status: LotStatus
    reason: Message
    drawn: tuple[Player, ...] = ()

    @property
    def sentence(self) -> Message:
        """The decision in a sentence."""
        players, reason, seeds = join_at_most(self.players), self.reason, self._seeds
        first, last, drawn = self.first, self.first + self.count - 1, join_at_most(self.drawn)
        match self.subject, self.status:
            case "places", "open":
                return Message(
                    "If the stage ended now, a lot would decide places {first} to {last} among {players},"
                    " because {reason}.",
                    first=first,
                    last=last,
                    players=players,
                    reason=reason,
                )
            case "places", "due":
                return Message(
                    "Places {first} to {last}: a lot decides among {players}, because {reason}.",
                    first=first,
                    last=last,
                    players=players,
                    reason=reason,
                )
            case "places", _:
                return Message(
                    "Places {first} to {last}: drawn by lot among {players}, because {reason}.",
                    first=first,
                    last=last,
                    players=players,
                    reason=reason,
                )
            case "cut", "open":
                return Message(
                    "If the stage ended now, the cut would be drawn by lot among {players} ({seeds}),"
                    " because {reason}.",
                    players=players,
                    seeds=seeds,
                    reason=reason,
                )
            case "cut", "due":
                return Message(
                    "The cut will be drawn by lot among {players} ({seeds}), because {reason}.",
                    players=players,
                    seeds=seeds,
                    reason=reason,
                )
            case "cut", _:
                return Message(
                    "The cut was drawn by lot among {players} ({seeds}), because {reason}. Drawn: {drawn}.",
                    players=players,
                    seeds=seeds,
                    reason=reason,
                    drawn=drawn,
                )
            case _, "open":
                return Message(
                    "If the stage ended now, a lot would decide {seeds} among {players}, because {reason}.",
                    seeds=seeds,
                    players=players,
                    reason=reason,
                )
            case _, "due":
                return Message(
                    "After the cut a lot decides {seeds} among {players}, because {reason}.",
                    seeds=seeds,
                    players=players,
                    reason=reason,
                )
            case _:
                return Message(
                    "After the cut a lot decided {seeds} among {players}, because {reason}."
                    " In their order: {drawn}.",
                    seeds=seeds,
                    players=players,
                    reason=reason,
                    drawn=drawn,
                )

    @property
    def _seeds(self) -> Message:
        if self.count == 1:
            return Message("seed {first}", first=self.first)
        return Message("seeds {first} to {last}", first=self.first, last=self.first + self.count - 1)


def join_at_most(players: tuple[Player, ...]) -> Argument:
    """Returns players in a row, with the number of further ones."""
    surplus = len(players) - MAX_LISTED
    if surplus <= 0:
        return join_names(players)
    return join_names([*players[:MAX_LISTED], Message("and {count} more", count=surplus)])


def lot_decisions(t: Tournament, stage: int, after: int | None = None) -> tuple[LotDecision, ...]:
    """Returns the lots behind the standings of a *stage* after a round, its cut and later seeds.

    Before a lot is drawn, standings after an earlier round have none.
    """
    status = lot_status(t, stage)
    if after is not None and status != "drawn":
        return ()
    by_lot = "lot" in t.settings.tiebreakers and not places.shares_places(t, stage)
    rows = undrawn_standings(t, stage, compute_standings(t, stage, after))
    levels = _place_lots([*level_standings(t, stage, rows)] if by_lot else [], status, level_reason(t))
    return (*levels, *(_cut_lots(t, stage, status) if after is None else ()))


def announced_lots(t: Tournament, stage: int, after: int | None = None) -> tuple[LotDecision, ...]:
    """Returns the lots on the public page; open ones only at a cut, from the first result on."""
    has_result = any(table.records for round_ in t.rounds_of(stage) for table in round_.tables.values())
    return tuple(
        lot
        for lot in lot_decisions(t, stage, after)
        if lot.status != "open" or (has_result and lot.subject == "cut")
    )


def lot_status(t: Tournament, stage: int) -> LotStatus:
    """Returns the status of the lots of a *stage*; the cut or the end draws them."""
    if stage < t.current_stage or t.end is not None:
        return "drawn"
    is_complete = t.rounds_of(stage) and not any(round_.missing_results for round_ in t.rounds_of(stage))
    return "due" if is_complete and not unplayed_until(t, stage) else "open"


def level_reason(t: Tournament) -> Message:
    """Returns the reason why a lot decides among level players."""
    if "lot" in t.settings.tiebreakers:
        return Message("they are level up to the tie-breaker Lot")
    return Message("no tie-breaker is left")


def undrawn_standings(t: Tournament, stage: int, rows: Sequence[Standing]) -> tuple[Standing, ...]:
    """Returns standings in which players share the places of lots not drawn yet."""
    if "lot" not in t.settings.tiebreakers or lot_status(t, stage) == "drawn":
        return tuple(rows)
    registered = {player: number for number, player in enumerate(t.players)}
    return tuple(
        replace(row, rank=group[0].rank)
        for group in level_standings(t, stage, tuple(rows))
        for row in sorted(group, key=lambda row: registered[row.player])
    )


def level_standings(t: Tournament, stage: int, rows: tuple[Standing, ...]) -> Iterator[tuple[Standing, ...]]:
    """Yields groups of standings that only a lot separates, the best first."""
    breakers = t.settings.tiebreakers
    before = breakers.index("lot") if "lot" in breakers else len(breakers)
    shares = places.shares_places(t, stage)
    for _, group in groupby(
        rows, lambda row: row.came if shares else (row.came, row.points, row.values[:before])
    ):
        yield tuple(group)


def groups_at_cut(t: Tournament, stage: int) -> list[tuple[Player, ...]]:
    """Returns the players for a cut in groups that a lot orders, the last one at its border.

    Players of a group are in the order of registration, which reveals no lots.
    """
    remaining = {*qualifier_candidates(t, stage)}
    rows = tuple(row for row in compute_standings(t, stage) if row.player in remaining)
    groups: list[tuple[Player, ...]] = []
    for level in level_standings(t, stage, rows):
        if sum(map(len, groups)) < t.plan_of(stage + 1).players:
            players = {row.player for row in level}
            groups.append(tuple(player for player in t.players if player in players))
    return groups


def players_by_lot(t: Tournament, stage: int) -> frozenset[Player]:
    """Returns the level players at the border of a cut, of whom a lot selects some."""
    groups = groups_at_cut(t, stage)
    is_even = sum(map(len, groups)) <= t.plan_of(stage + 1).players
    return frozenset() if is_even else frozenset(groups[-1])


def _place_lots(
    groups: list[tuple[Standing, ...]], status: LotStatus, reason: Message
) -> Iterator[LotDecision]:
    first = 1
    for group in groups:
        if len(group) > 1:
            players = tuple(row.player for row in group)
            yield LotDecision("places", players, first, len(group), status, reason)
        first += len(group)


def _cut_lots(t: Tournament, stage: int, status: LotStatus) -> Iterator[LotDecision]:
    """Yields the lot at the border of a cut, and the lots that order seeds of a bracket."""
    if stage == len(t.settings.stages) or not t.rounds_of(stage):
        return
    plan = t.plan_of(stage + 1)
    qualifiers = t.cuts[stage - 1].event.through if stage < t.current_stage else ()
    if qualifiers and qualifiers != qualifier_candidates(t, stage)[: plan.players]:
        return  # it was made by hand
    first = 1
    for group in groups_at_cut(t, stage):
        count = min(len(group), plan.players - first + 1)
        selected = tuple(player for player in qualifiers if player in group)
        if count < len(group):
            yield LotDecision("cut", group, first, count, status, level_reason(t), selected)
        elif count > 1 and plan.format in KNOCK_OUT_FORMATS:
            yield LotDecision("seeds", group, first, count, status, level_reason(t), selected)
        first += count
