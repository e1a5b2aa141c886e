"""Reports of players: each side's latest counts, and an organizer may accept one."""

from __future__ import annotations

import pytest

from domain.tournament.facts import ResultRecorded
from domain.tournament.refusals import Refused
from domain.tournament.scoring import result_entry
from domain.tournament.scoring.reports import accept_report, contradicted_tables, reports_by_side
from domain.tournament.state import TableRef

from .day import DESK, DRAW, LOSS, WIN, Day, four

FIRST = TableRef(1, 1, 1)


def reports(day: Day, player: str, result: object) -> int:
    """Lets a player report a result; returns the fact."""
    day.does(result_entry.report_result(day.t, FIRST, result, f"player:{player}", day.at))  # type: ignore[arg-type]
    return day.t.seq


def contradicted(day: Day) -> list[int]:
    """Returns the tables whose sides contradict each other."""
    return [table.number for table in contradicted_tables(day.t, day.t.rounds[-1])]


def test_sides_contradict_each_other_until_they_agree() -> None:
    day = four()
    reports(day, "Ann", WIN)
    assert contradicted(day) == []
    reports(day, "Bob", LOSS)
    assert contradicted(day) == [1]
    reports(day, "Ann", LOSS)
    assert contradicted(day) == []
    assert day.t.rounds[0].tables[1].result == LOSS


def test_an_accepted_report_is_the_result_with_both_names() -> None:
    day = four()
    seq = reports(day, "Ann", WIN)
    day.does(accept_report(day.t, FIRST, seq, DESK, day.at))
    recorded = day.facts[-1].event
    assert isinstance(recorded, ResultRecorded)
    assert (recorded.result, recorded.how, recorded.by) == (WIN, "reported", "player:Ann")
    assert (recorded.confirmed, day.facts[-1].cause) == (DESK, seq)


def test_a_report_that_its_side_replaced_is_not_accepted() -> None:
    day = four()
    earlier = reports(day, "Ann", WIN)
    reports(day, "Ann", DRAW)
    assert [report.result for report in reports_by_side(day.t, day.t.rounds[0].tables[1]).values()] == [DRAW]
    with pytest.raises(Refused, match=f"Table 1 has no report {earlier} any more"):
        accept_report(day.t, FIRST, earlier, DESK, day.at)


def test_the_later_of_two_team_mates_speaks_for_the_team() -> None:
    day = Day()
    day.registers("Foxes", members=("Ann", "Bob"))
    day.registers("Owls", members=("Cid", "Dot"))
    day.pairs(1, "Foxes Owls")
    day.starts(1)
    reports(day, "Ann", WIN)
    reports(day, "Bob", DRAW)
    assert contradicted(day) == []
    [only] = reports_by_side(day.t, day.t.rounds[0].tables[1]).values()
    assert (only.by, only.result) == ("player:Bob", DRAW)
