"""Views of standings with rows, changes and explanations."""

from __future__ import annotations

from msgspec import Struct

from domain.tournament.facts import Player
from domain.tournament.knockout.qualifying import Certainty
from domain.tournament.plan import Format, Tiebreaker
from domain.tournament.ranking.changes import Change
from domain.tournament.ranking.prospects import Prospect
from domain.tournament.ranking.standings import Standing
from domain.tournament.scoring.results import Exact

from ...identity.players import NamedPlayer


class Known(Struct, frozen=True):
    """The state behind standings: the tournament up to its fact `seq`, and the cases of its matches.

    `position` is that of the last fact in the log. Send it as `known` to get the same standings again.
    """

    seq: int
    position: int


class StandingRow(Struct, frozen=True):
    """The place of a player; `values` are those of the tie-breakers, in their order.

    Fractions are rounded to the nearest double. `best` and `worst` are the places that the player can still
    have after this round while results are missing or disputed. `goes_on` is certain whatever the results
    of later rounds: `through` to the next stage, `out`, or neither (`open`); null before no other stage.
    All three are null in standings after an earlier round.
    """

    rank: int
    player: Player
    points: int | float
    values: tuple[int | float, ...]
    best: int | None
    worst: int | None
    goes_on: Certainty | None


class FinalRow(Struct, frozen=True):
    """The place of a player in the whole tournament, and the last stage that it played."""

    rank: int
    player: Player
    stage: int


class StandingsOfStage(Struct, frozen=True):
    """A stage, its format, and the path of its standings."""

    stage: int
    format: Format
    path: str


class OpenTable(Struct, frozen=True):
    """A table whose result is missing or, where it has one, disputed: a case of its match is open."""

    round: int
    table: int
    match: str | None
    disputed: bool


class StageStandings(Struct, frozen=True):
    """The standings of a stage after a round, as they were `known`, the best first.

    `stages` are those that have standings; the last one is the default. `open` are tables of this stage
    that lack a result or are disputed. `winners` of the tournament and the final `ranking` over all stages
    are null before its end; players may share a place. Rows hold ids of players; `players` names them.
    """

    tournament: str
    stage: int
    stages: tuple[StandingsOfStage, ...]
    round: int
    known: Known
    tiebreakers: tuple[Tiebreaker, ...]
    open: tuple[OpenTable, ...]
    standings: tuple[StandingRow, ...]
    winners: tuple[Player, ...] | None
    ranking: tuple[FinalRow, ...] | None
    players: tuple[NamedPlayer, ...]


class StandingChange(Struct, frozen=True):
    """A change for a player, in a sentence; `was` and `now` are places, null while it is not ranked."""

    player: Player
    told: str
    was: int | None
    now: int | None
    points_were: int | float | None
    points: int | float | None


class StandingsDifference(Struct, frozen=True):
    """A fact that changed standings, in a sentence, and its changes."""

    seq: int
    told: str
    changes: tuple[StandingChange, ...]


class DifferenceList(Struct, frozen=True):
    """Changes of the standings of a stage after a round, from the state at `first` to that at `last`.

    `round` is null if all rounds count. `next` is the cursor of the next page, if there is one.
    """

    tournament: str
    stage: int
    round: int | None
    first: Known
    last: Known
    items: tuple[StandingsDifference, ...]
    next: str | None


class ReasonLine(Struct, frozen=True):
    """A line of an explanation, and the fact that it comes from; null for several facts or none."""

    told: str
    seq: int | None


class StandingsGain(Struct, frozen=True):
    """The change for a player through some rounds, and the lines that explain it."""

    change: StandingChange
    lines: tuple[ReasonLine, ...]


class GainList(Struct, frozen=True):
    """Changes in the standings of a stage from round `since` to `round`, both as now known."""

    tournament: str
    stage: int
    since: int
    round: int
    known: Known
    items: tuple[StandingsGain, ...]
    next: None = None


class Explanation(Struct, frozen=True):
    """The lines that add up to the points of a player, or to the value of a tie-breaker."""

    tournament: str
    player: Player
    of: str
    stage: int
    known: Known
    lines: tuple[ReasonLine, ...]


class CorrectionImpact(Struct, frozen=True):
    """The impact of a correction: on the standings of its stage, and in sentences on everything."""

    tournament: str
    seq: int
    standings: tuple[StandingChange, ...]
    told: tuple[str, ...]


def json_number(number: Exact) -> int | float:
    """Returns a number for JSON."""
    return number if isinstance(number, int) else float(number)


def row_of(row: Standing, prospect: Prospect | None, goes_on: Certainty | None) -> StandingRow:
    """Returns the view of a row."""
    return StandingRow(
        row.rank,
        row.player,
        json_number(row.points),
        tuple(map(json_number, row.values)),
        prospect and prospect.best,
        prospect and prospect.worst,
        goes_on,
    )


def change_of(change: Change, text: str) -> StandingChange:
    """Returns the view of a change, with *text* as its sentence."""
    before, after = change.before, change.after
    return StandingChange(
        change.player,
        text,
        None if before is None else before.rank,
        None if after is None else after.rank,
        None if before is None else json_number(before.points),
        None if after is None else json_number(after.points),
    )
