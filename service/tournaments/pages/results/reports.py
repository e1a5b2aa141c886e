"""Reports of players for the desk and for phones."""

from __future__ import annotations

from typing import NamedTuple

from domain.tournament.facts import Player
from domain.tournament.scoring.reports import contradicted_tables, reports_by_side
from domain.tournament.state import Round, Table, Tournament
from domain.tournament.wording import describe_result

from ..labels import sentence_with_names


class ReportRow(NamedTuple):
    """The report of one side of a table with its fact, its side and its sentence."""

    seq: int
    side: str
    result: str


class Contradiction(NamedTuple):
    """A table of a round with different reports of its sides."""

    stage: int
    round: int
    table: int
    reports: tuple[ReportRow, ...]


def report_rows(t: Tournament, table: Table, names: dict[Player, str]) -> tuple[ReportRow, ...]:
    """Returns the reports of a table without a result, one a side."""
    if table.result is not None:
        return ()
    return tuple(
        ReportRow(report.seq, names[side], sentence_with_names(describe_result(report.result, table.seats)))
        for side, report in reports_by_side(t, table).items()
    )


def reports_of(t: Tournament, round_: Round, names: dict[Player, str]) -> dict[int, tuple[ReportRow, ...]]:
    """Returns the reports of the open tables of a round, by table number."""
    if round_.is_closed or not round_.is_started:
        return {}
    return {number: report_rows(t, table, names) for number, table in round_.tables.items() if table.reports}


def find_contradictions(t: Tournament, names: dict[Player, str]) -> list[Contradiction]:
    """Returns the contradictions of the last round, by table."""
    return [
        Contradiction(round_.stage, round_.number, table.number, report_rows(t, table, names))
        for round_ in t.rounds[-1:]
        for table in contradicted_tables(t, round_)
    ]
