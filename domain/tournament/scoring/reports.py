"""Reports of players on their results, contradictions and acceptance."""

from __future__ import annotations

from ...messages import Message
from ...model import Fact
from ..facts import By, Player, ResultRecorded
from ..refusals import Refused, to_facts
from ..state import Report, Round, Table, TableRef, Tournament
from .result_checks import check_draw
from .result_entry import require_open_table, side_of


def reports_by_side(t: Tournament, table: Table) -> dict[Player, Report]:
    """Returns the latest report of each side of *table*, in the order of the seats."""
    latest: dict[Player | None, Report] = {}
    for report in sorted(table.reports, key=lambda report: report.seq):
        latest[side_of(t, table, report.by)] = report
    return {seat: latest[seat] for seat in table.seats if seat in latest}


def is_contradicted(t: Tournament, table: Table) -> bool:
    """Returns whether the sides of a table without a result report different results."""
    results = [report.result for report in reports_by_side(t, table).values()]
    return table.result is None and any(result != results[0] for result in results)


def contradicted_tables(t: Tournament, round_: Round) -> list[Table]:
    """Returns the tables of an open round with contradicting reports, by number."""
    if round_.is_closed:
        return []
    return [table for _, table in sorted(round_.tables.items()) if is_contradicted(t, table)]


def accept_report(t: Tournament, ref: TableRef, seq: int, by: By, at: int) -> list[Fact]:
    """Records the result of report *seq*, confirmed by *by*.

    Raises `Refused` for a replaced report.
    """
    _, table = require_open_table(t, ref)
    for report in reports_by_side(t, table).values():
        if report.seq == seq:
            check_draw(t, ref, report.result)
            result_fact = ResultRecorded(*ref, report.result, "reported", report.by, at, confirmed=by)
            return to_facts(t, result_fact, cause=seq)
    raise Refused(
        Message("Table {table} has no report {seq} any more: look again.", table=ref.table, seq=seq)
    )
