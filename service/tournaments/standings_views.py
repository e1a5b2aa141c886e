"""Standings to be shown: rows, what changed between two of them, and why a value is what it is."""

from __future__ import annotations

from msgspec import Struct

from domain.tournament.changes import Change
from domain.tournament.facts import Player
from domain.tournament.plan import Tiebreaker
from domain.tournament.prospects import Prospect
from domain.tournament.results import Exact
from domain.tournament.standings import Standing


class StandingRow(Struct, frozen=True):
    """Where a player stands; `values` are those of the tie-breakers, in their order.

    Fractions are told to the nearest number that a double holds. `best` and `worst` are the places that it
    can still have while results of the stage are missing; null in standings after an earlier round.
    """

    rank: int
    player: Player
    points: int | float
    values: tuple[int | float, ...]
    best: int | None
    worst: int | None


class StandingsView(Struct, frozen=True):
    """The standings of a stage after a round, as they were known at fact `known`, the best first.

    `open` are tables of the stage that lack a result. Facts know players by ids alone; `players` tells what
    to call them, `accounts` which of them have one.
    """

    tournament: str
    stage: int
    round: int
    known: int
    tiebreakers: tuple[Tiebreaker, ...]
    standings: tuple[StandingRow, ...]
    players: dict[str, str]
    accounts: list[str]


class StandingChange(Struct, frozen=True):
    """What changed for a player, in a sentence; `was` and `now` are places, null where it is not ranked."""

    player: Player
    told: str
    was: int | None
    now: int | None
    points_were: int | float | None
    points: int | float | None


class StandingsDifference(Struct, frozen=True):
    """A fact that changed standings, in a sentence, and what it changed."""

    seq: int
    told: str
    changes: tuple[StandingChange, ...]


class DifferenceList(Struct, frozen=True):
    """What changed the standings of a stage after a round from fact `first` to fact `last`."""

    tournament: str
    stage: int
    round: int | None
    first: int
    last: int
    differences: tuple[StandingsDifference, ...]


class ReasonLine(Struct, frozen=True):
    """A line of an explanation, and the fact that it comes from; null where it comes from several or none."""

    told: str
    seq: int | None


class Explanation(Struct, frozen=True):
    """How the points of a player, or the value of a tie-breaker, come about."""

    tournament: str
    player: Player
    of: str
    stage: int
    known: int
    lines: tuple[ReasonLine, ...]


class ReachView(Struct, frozen=True):
    """How far a correction would reach: in the standings of its stage, and in sentences all of it."""

    tournament: str
    seq: int
    standings: tuple[StandingChange, ...]
    told: tuple[str, ...]


def plain(number: Exact) -> int | float:
    """Returns a number as JSON has it."""
    return number if isinstance(number, int) else float(number)


def row_of(standing: Standing, prospect: Prospect | None) -> StandingRow:
    """Returns a row to be shown."""
    return StandingRow(
        standing.rank,
        standing.player,
        plain(standing.points),
        tuple(map(plain, standing.values)),
        prospect and prospect.best,
        prospect and prospect.worst,
    )


def change_of(change: Change, told: str) -> StandingChange:
    """Returns a change to be shown, *told* in a sentence."""
    was, now = change.was, change.now
    return StandingChange(
        change.player,
        told,
        None if was is None else was.rank,
        None if now is None else now.rank,
        None if was is None else plain(was.points),
        None if now is None else plain(now.points),
    )
