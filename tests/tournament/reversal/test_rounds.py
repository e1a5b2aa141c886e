"""Starts, clocks and closed rounds are taken back while nothing depends on them."""

from __future__ import annotations

import pytest

from domain.tournament.facts import RoundClosed, RoundPaired
from domain.tournament.lifecycle import end_tournament
from domain.tournament.plan import Stage
from domain.tournament.play import rounds
from domain.tournament.refusals import Refused, to_facts
from domain.tournament.reversal.rounds import (
    pause_clock,
    reopen_round,
    resume_clock,
    set_clock,
    take_back_pairing,
    take_back_start,
)
from domain.tournament.scoring import result_entry
from domain.tournament.stages import cut_stage
from domain.tournament.state import TableRef
from tests.tournament.day import DESK, MINUTE, WIN, Day, four, pairing


@pytest.fixture
def day() -> Day:
    """Four players, in their first round of 50 minutes."""
    return four()


def ends(day: Day) -> int:
    """When time is up at table 1, in minutes."""
    return day.t.rounds[0].ends_at(1) // MINUTE


def test_a_start_pressed_too_early_is_taken_back_and_the_clock_begins_anew(day: Day) -> None:
    before = ends(day)
    day.does(take_back_start(day.t, 1, 1, DESK, day.at, "Dot is in the queue."))
    assert (day.t.rounds[0].is_started, day.t.rounds[0].is_published, ends(day)) == (False, True, 0)
    day.does(rounds.start_round(day.t, 1, 1, DESK, day.at))
    assert ends(day) == before + 2


def test_a_start_stays_once_a_table_has_reported(day: Day) -> None:
    day.does(result_entry.report_result(day.t, TableRef(1, 1, 1), WIN, "player:Ann", day.at))
    with pytest.raises(Refused, match="Table 1 has reported since the round started"):
        take_back_start(day.t, 1, 1, DESK, day.at, "too early")


def test_a_start_stays_once_a_match_is_played_here(day: Day) -> None:
    day.does(rounds.bind_match(day.t, TableRef(1, 1, 2), "m-1", day.at))
    with pytest.raises(Refused, match="Table 2 is played as a match of this service: pause the clock"):
        take_back_start(day.t, 1, 1, DESK, day.at, "too early")


def test_a_no_show_before_the_start_does_not_keep_a_start_from_being_taken_back() -> None:
    day = Day("Ann", "Bob", "Cid", "Dot")
    day.pairs(1, "Ann Bob", "Cid Dot")
    day.does(rounds.publish_round(day.t, 1, 1, DESK, day.at))
    day.records(1, 1, "+--")
    day.does(rounds.start_round(day.t, 1, 1, DESK, day.at))
    day.does(take_back_start(day.t, 1, 1, DESK, day.at, "too early"))
    assert day.t.rounds[0].tables[1].result is not None


def test_a_paused_clock_runs_on_with_the_time_that_was_left(day: Day) -> None:
    left = day.t.rounds[0].ends - day.at
    day.does(pause_clock(day.t, 1, 1, DESK, day.at, "a fire alarm"))
    assert day.t.rounds[0].remaining_ms(1) == left
    with pytest.raises(Refused, match="paused already"):
        pause_clock(day.t, 1, 1, DESK, day.at)
    day.at += 20 * MINUTE
    day.does(resume_clock(day.t, 1, 1, DESK, day.at))
    assert day.t.rounds[0].ends - (day.at - MINUTE) == left
    with pytest.raises(Refused, match="not paused"):
        resume_clock(day.t, 1, 1, DESK, day.at)


def test_the_clock_is_set_for_all_tables_and_more_time_granted_stays(day: Day) -> None:
    day.does(rounds.grant_time(day.t, TableRef(1, 1, 2), 5, DESK, day.at, "a ruling"))
    day.does(set_clock(day.t, 1, 1, 10, DESK, day.at, "lunch"))
    now = (day.at - MINUTE) // MINUTE
    assert [day.t.rounds[0].ends_at(table) // MINUTE - now for table in (1, 2)] == [10, 15]


def test_a_paused_clock_is_set_too(day: Day) -> None:
    day.does(pause_clock(day.t, 1, 1, DESK, day.at))
    day.does(set_clock(day.t, 1, 1, 10, DESK, day.at, "lunch"))
    assert day.t.rounds[0].remaining_ms(1) == 10 * MINUTE


def test_a_closed_round_is_reopened_until_another_follows(day: Day) -> None:
    day.records(1, 1, "1-0")
    day.closes(1, overrule="time is up")
    day.does(reopen_round(day.t, 1, 1, DESK, day.at, "Table 2 still plays."))
    day.records(1, 2, "0-1")
    day.closes(1)
    day.pairs(2, "Ann Dot", "Bob Cid")
    with pytest.raises(Refused, match="Round 1 has others after it"):
        reopen_round(day.t, 1, 1, DESK, day.at, "too late")


def test_no_round_is_paired_over_one_that_is_not_published_whatever_the_reason(day: Day) -> None:
    day.records(1, 1, "1-0")
    day.records(1, 2, "1-0")
    day.pairs(2, "Ann Cid", "Bob Dot")
    with pytest.raises(Refused, match="Round 2 is paired and not published: publish it, or take its pairing"):
        day.pairs(3, "Ann Dot", "Bob Cid", overrule="we are late")
    day.does(rounds.publish_round(day.t, 1, 2, DESK, day.at))
    with pytest.raises(Refused, match="Round 2 has not started yet"):
        day.pairs(3, "Ann Dot", "Bob Cid", overrule="we are late")


def test_nothing_ends_over_a_round_that_is_not_published() -> None:
    day = Day("Ann", "Bob", "Cid", "Dot", stages=(Stage("swiss", 3), Stage("single_elimination", players=2)))
    day.pairs(1, "Ann Bob", "Cid Dot")
    day.starts(1)
    day.records(1, 1, "1-0")
    day.records(1, 2, "1-0")
    day.pairs(2, "Ann Cid", "Bob Dot")
    with pytest.raises(Refused, match="Round 2 is paired and not published"):
        end_tournament(day.t, DESK, day.at, "we are late")
    with pytest.raises(Refused, match="Round 2 is paired and not published"):
        cut_stage(day.t, ("Ann", "Cid"), DESK, day.at, overrule="we are late")


def test_a_pairing_that_nobody_saw_is_taken_back_and_the_round_paired_as_if_it_had_not_been(day: Day) -> None:
    day.records(1, 1, "1-0")
    day.records(1, 2, "1-0")
    before = day.t.rounds
    day.pairs(2, "Ann Cid", "Bob Dot")
    with pytest.raises(Refused, match="Say why"):
        take_back_pairing(day.t, 1, 2, DESK, day.at, "")
    day.does(take_back_pairing(day.t, 1, 2, DESK, day.at, "Eve comes late"))
    assert day.t.rounds == before
    day.registers("Eve")
    day.pairs(2, "Ann Cid", "Bob Dot", "Eve bye")
    day.starts(2)
    with pytest.raises(Refused, match="Round 2 is published already"):
        take_back_pairing(day.t, 1, 2, DESK, day.at, "too late")


def test_a_pairing_stays_while_a_table_of_it_has_a_result(day: Day) -> None:
    day.records(1, 1, "1-0")
    day.records(1, 2, "1-0")
    day.pairs(2, "Ann Cid", "Bob Dot")
    day.records(2, 1, "+--")
    with pytest.raises(Refused, match="Table 1 has a result already"):
        take_back_pairing(day.t, 1, 2, DESK, day.at, "Eve comes late")


def test_in_an_older_log_a_pairing_with_a_round_after_it_stays(day: Day) -> None:
    for number, tables in ((2, ("Ann Cid", "Bob Dot")), (3, ("Ann Dot", "Bob Cid"))):
        paired = pairing(*tables)
        day.does(to_facts(day.t, RoundPaired(1, number, paired.tables, paired.byes, "", DESK, day.at)))
    with pytest.raises(Refused, match="Round 2 is not the last one"):
        take_back_pairing(day.t, 1, 2, DESK, day.at, "it was forgotten")
    day.does(take_back_pairing(day.t, 1, 3, DESK, day.at, "it was too early"))
    assert [round_.number for round_ in day.t.rounds] == [1, 2]


def test_a_log_whose_facts_lack_a_round_is_not_folded(day: Day) -> None:
    with pytest.raises(StopIteration):
        day.does(to_facts(day.t, RoundClosed(1, 2, DESK, day.at)))
