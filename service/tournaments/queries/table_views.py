"""Views of tables with seats, choices and results."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from domain.published import Instant
from domain.tournament.facts import Effect, Player, ResultSource, TurnOrCharacter
from domain.tournament.play import choices
from domain.tournament.play.choices import ChoiceKind
from domain.tournament.scoring.history import annulling_players
from domain.tournament.scoring.results import Result
from domain.tournament.state import Record, Round, Table, Tournament

AnnulmentReason: TypeAlias = Literal["withdrawal_before_half"]
WITHDRAWAL: AnnulmentReason = "withdrawal_before_half"
"""The reason for an annulled result of a round robin. A player withdrew before half of the games."""


class RecordedResult(Struct, frozen=True):
    """A result that a table had, null once it was taken back: its fact, its time, and its origin.

    `how` is by the `match`, `reported` by the players, `entered` or `assigned` by the staff. `effect` is
    the effect of a correction on pairings.
    """

    result: Result | None
    how: ResultSource
    seq: int
    at: Instant
    effect: Effect


class TableReport(Struct, frozen=True):
    """The report of a result by a player of the table, in fact `seq`."""

    by: str
    result: Result
    seq: int


class MadeChoice(Struct, frozen=True):
    """The choice of a player, in fact `seq`: the first `turn`, or a `character`.

    `character` is null if the choice only decided who chooses first. `by` is the player, or a member of the
    staff on its behalf.
    """

    player: Player
    chosen: TurnOrCharacter
    character: str | None
    by: str
    seq: int


class TableChoices(Struct, frozen=True):
    """The choices of the players of a table: their `order`, those `made`, and the characters `left`.

    `player` has to choose next, and `wanted` is the kind of choice; both are null when no choice is open.
    """

    order: tuple[Player, ...]
    made: tuple[MadeChoice, ...]
    left: tuple[str, ...]
    player: Player | None
    wanted: ChoiceKind | None


class Annulment(Struct, frozen=True):
    """The reason for which a result does not count, and the players who withdrew."""

    reason: AnnulmentReason
    players: tuple[Player, ...]


class RoundTable(Struct, frozen=True):
    """A table of a round: the ids of its players by seat, its match if it is played here, its results.

    Its time is up at `ends`, null without a clock; `granted_minutes` are those beyond the round's.
    `characters` are those of the seats from the pool of the round, if it has one, and null while a player
    has none; `choices` are null without choices. `annulled` is null while the result counts.
    """

    table: int
    seats: tuple[Player, ...]
    characters: tuple[str | None, ...]
    choices: TableChoices | None
    match: str | None
    ends: Instant
    granted_minutes: int
    result: Result | None
    results: tuple[RecordedResult, ...]
    reports: tuple[TableReport, ...]
    annulled: Annulment | None


def table_view(t: Tournament, round_: Round, table: Table, withdrawn: frozenset[Player]) -> RoundTable:
    """Returns the view of a table, with its early *withdrawn* players."""
    leavers = annulling_players(table, withdrawn)
    return RoundTable(
        table.number,
        table.seats,
        tuple(character or None for character in table.characters),
        _table_choices(t, round_, table) if table.choosing else None,
        table.match or None,
        round_.ends_at(table.number),
        table.extra_minutes,
        table.result,
        tuple(map(_recorded_result, table.records)),
        tuple(TableReport(report.by, report.result, report.seq) for report in table.reports),
        Annulment(WITHDRAWAL, leavers) if leavers else None,
    )


def _table_choices(t: Tournament, round_: Round, table: Table) -> TableChoices:
    open_choice = choices.open_choice(t, round_, table)
    return TableChoices(
        choices.choosing_order(table),
        tuple(
            MadeChoice(choice.player, choice.option, choice.character or None, choice.by, choice.seq)
            for choice in table.choices
        ),
        choices.free_characters(t, round_, table),
        open_choice.player if open_choice is not None else None,
        open_choice.kind if open_choice is not None else None,
    )


def _recorded_result(record: Record) -> RecordedResult:
    return RecordedResult(record.result, record.source, record.seq, record.at, record.effect)
