"""A day at the tables, from the first registration to the last correction."""

from __future__ import annotations

import pytest

from domain.tournament.facts import (
    Bye,
    PairingChanged,
    PenaltyGiven,
    ResultCorrected,
    ResultRecorded,
    RoundPaired,
    Seating,
    WarningOverruled,
)
from domain.tournament.fold import facts_until, fold
from domain.tournament.play import pairings, rounds
from domain.tournament.refusals import Overrulable, Refused
from domain.tournament.registrations import roster
from domain.tournament.scoring import result_entry
from domain.tournament.scoring.results import Result
from domain.tournament.state import TableRef
from domain.tournament.visibility import redact_fact

from .day import DESK, LOSS, MINUTE, WIN, Day, four


@pytest.fixture
def day() -> Day:
    """A Swiss day of four, whose first round is being played."""
    return four()


def test_a_round_goes_from_its_pairing_to_its_last_result(day: Day) -> None:
    (round_1,) = day.t.rounds
    assert (round_1.is_started, round_1.missing_results) == (True, (1, 2))
    day.records(1, 1, "1-0", "2-1")
    day.records(1, 2, "1/2")
    day.closes(1)
    (round_1,) = day.t.rounds
    assert (round_1.is_closed, round_1.missing_results) == (True, ())
    assert round_1.tables[1].result == Result((1, 2), (2, 1))


def test_the_seed_is_seen_by_nobody_before_the_end(day: Day) -> None:
    opened = redact_fact(day.facts[0]).event
    assert opened != day.facts[0].event
    assert "a seed of" not in str(opened)
    assert redact_fact(day.facts[1]) is day.facts[1]
    day.records(1, 1, "1-0")
    day.records(1, 2, "1-0")
    *ended, revealed = day.ends()
    assert "a seed of" not in str([*map(redact_fact, ended)])
    assert "a seed of" in str(redact_fact(revealed))


def test_every_fact_follows_from_one_before_it(day: Day) -> None:
    (recorded,) = day.records(1, 1, "1-0")
    assert recorded.cause == day.t.rounds[0].paired_seq
    (corrected,) = day.corrects(1, 1, "0-1")
    assert corrected.cause == recorded.seq
    assert [fact.seq for fact in day.facts] == [*range(1, len(day.facts) + 1)]


def test_a_tournament_stands_at_any_fact_as_it_stood_then(day: Day) -> None:
    (recorded,) = day.records(1, 1, "1-0")
    day.corrects(1, 1, "0-1")
    then = fold(facts_until(day.facts, recorded.seq))
    assert then.rounds[0].tables[1].result == WIN
    assert day.t.rounds[0].tables[1].result == LOSS


# -- who plays -----------------------------------------------------------------------------------------


def test_a_late_entry_is_paired_from_the_next_round_on(day: Day) -> None:
    day.registers("Eve")
    day.records(1, 1, "1-0")
    day.records(1, 2, "1-0")
    with pytest.raises(Refused, match="Eve has neither a table nor a bye"):
        day.pairs(2, "Ann Cid", "Bob Dot")
    day.pairs(2, "Ann Cid", "Bob Dot", "Eve bye")


def test_who_drops_out_may_return(day: Day) -> None:
    day.does(roster.drop_player(day.t, "Bob", "player:Bob", day.at, "a train"))
    assert day.t.active_players(1) == ("Ann", "Cid", "Dot")
    with pytest.raises(Refused, match="Bob has dropped out already"):
        roster.drop_player(day.t, "Bob", "player:Bob", day.at)
    day.does(roster.return_player(day.t, "Bob", DESK, day.at))
    assert day.t.active_players(1) == ("Ann", "Bob", "Cid", "Dot")


def test_who_is_disqualified_does_not_return(day: Day) -> None:
    day.does(roster.drop_player(day.t, "Bob", DESK, day.at))
    day.does(roster.disqualify_player(day.t, "Bob", "judge:jo", day.at, "loaded dice"))
    with pytest.raises(Refused, match="Bob is disqualified"):
        roster.return_player(day.t, "Bob", DESK, day.at)


def test_who_is_not_there_cannot_drop_out_and_nobody_comes_twice(day: Day) -> None:
    with pytest.raises(Refused, match="Zoe is not registered"):
        roster.drop_player(day.t, "Zoe", DESK, day.at)
    with pytest.raises(Refused, match="Ann is registered already"):
        day.registers("Ann")


def test_a_player_plays_alone_or_in_one_team() -> None:
    day = Day()
    day.registers("Reds", members=("Ann", "Bob"))
    with pytest.raises(Refused, match="Bob plays already, alone or in another team"):
        day.registers("Blues", members=("Bob", "Cid"))
    with pytest.raises(Refused, match="Ann plays already"):
        day.registers("Ann")
    day.registers("Eve")
    with pytest.raises(Refused, match="Eve plays already"):
        day.registers("Greens", members=("Eve", "Fay"))


# -- who meets whom ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tables", "complaint"),
    [
        (("Ann Bob", "Ann Cid"), "Ann is paired twice"),
        (("Ann Bob", "Cid bye"), "Dot has neither a table nor a bye"),
        (("Ann Bob", "Cid Zoe", "Dot bye"), "Zoe is not registered"),
        (("Ann Bob Cid", "Dot bye"), "Table 1 cannot have 3 seats"),
    ],
)
def test_a_pairing_has_everybody_once(tables: tuple[str, ...], complaint: str) -> None:
    with pytest.raises(Refused, match=complaint):
        Day("Ann", "Bob", "Cid", "Dot").pairs(1, *tables)


def test_who_dropped_out_is_not_paired_any_more(day: Day) -> None:
    day.records(1, 1, "1-0")
    day.records(1, 2, "1-0")
    day.does(roster.drop_player(day.t, "Bob", DESK, day.at))
    with pytest.raises(Refused, match="Bob does not play this round"):
        day.pairs(2, "Ann Cid", "Bob Dot")


def test_a_round_is_paired_although_results_are_missing_once_somebody_says_why(day: Day) -> None:
    day.records(1, 1, "1-0")
    with pytest.raises(Overrulable, match=r"Round 1 lacks results\. Tables: 2") as warned:
        day.pairs(2, "Ann Cid", "Bob Dot")
    assert (warned.value.warning, warned.value.tables) == ("results_missing", (2,))
    overruled, paired = day.pairs(2, "Ann Cid", "Bob Dot", overrule="they share a train")
    assert overruled.event == WarningOverruled(
        1, 1, "results_missing", (2,), DESK, 8 * MINUTE, "they share a train"
    )
    assert (type(paired.event), paired.cause) == (RoundPaired, overruled.seq)
    day.records(1, 2, "0-1")


def test_a_round_that_is_paired_anew_keeps_what_it_replaces_and_why(day: Day) -> None:
    day.records(1, 1, "1-0")
    day.records(1, 2, "1-0")
    (first,) = day.pairs(2, "Ann Cid", "Bob Dot")
    with pytest.raises(Refused, match="Round 2 is paired: say why"):
        day.pairs(2, "Ann Dot", "Bob Cid")
    day.pairs(2, "Ann Dot", "Bob Cid", reason="Cid goes home with Ann")
    (replaced,) = day.t.rounds[1].replaced_pairings
    assert (replaced.seq, replaced.why) == (first.seq, "Cid goes home with Ann")
    assert replaced.tables[0] == Seating(1, ("Ann", "Cid"))
    assert day.t.rounds[1].tables[1].seats == ("Ann", "Dot")


def test_a_round_that_goes_on_is_only_changed_by_hand(day: Day) -> None:
    day.registers("Eve")
    day.registers("Fay")
    with pytest.raises(Refused, match="Round 1 has started: change its pairing by hand"):
        day.pairs(1, "Ann Cid", "Bob Dot", reason="better so")
    late = pairings.change_pairing(
        day.t, 1, 1, (Seating(3, ("Eve", "Fay")),), (), DESK, day.at, "they came late", costs={"rematches": 0}
    )
    (changed,) = day.does(late)
    assert isinstance(changed.event, PairingChanged)
    assert day.t.rounds[0].missing_results == (1, 2, 3)


def test_a_table_that_was_played_is_not_changed_by_hand(day: Day) -> None:
    day.records(1, 1, "1-0")
    swapped = (Seating(1, ("Ann", "Cid")), Seating(2, ("Bob", "Dot")))
    with pytest.raises(Refused, match="Table 1 has a result already"):
        pairings.change_pairing(day.t, 1, 1, swapped, (), DESK, day.at, "wrong seats")
    with pytest.raises(Refused, match="Dot has neither a table nor a bye"):
        pairings.change_pairing(day.t, 1, 1, (), (Bye("Cid", "bye"),), DESK, day.at, "Dot left", removed=(2,))


def test_a_change_by_hand_does_not_wait_for_who_came_after_the_pairing(day: Day) -> None:
    day.registers("Eve")
    swapped = (Seating(1, ("Bob", "Ann")),)
    day.does(pairings.change_pairing(day.t, 1, 1, swapped, (), DESK, day.at, "Bob has the first turn"))
    assert day.t.rounds[0].tables[1].seats == ("Bob", "Ann")


# -- the clock and the matches -------------------------------------------------------------------------


def test_a_table_that_was_held_up_has_more_time_than_the_others(day: Day) -> None:
    ends = day.t.rounds[0].ends
    assert ends == 6 * MINUTE + 50 * MINUTE
    day.does(rounds.grant_time(day.t, TableRef(1, 1, 2), 7, "judge:jo", day.at, "a long ruling"))
    assert day.t.rounds[0].ends_at(2) == ends + 7 * MINUTE
    assert day.t.rounds[0].ends_at(1) == ends


def test_a_match_brings_the_result_of_its_table_once(day: Day) -> None:
    day.does(rounds.bind_match(day.t, TableRef(1, 1, 2), "m-7", day.at))
    with pytest.raises(Refused, match="The match belongs to another table"):
        rounds.bind_match(day.t, TableRef(1, 1, 1), "m-7", day.at)
    (recorded,) = day.does(result_entry.record_match_result(day.t, "m-7", WIN, 80, "ab12", day.at))
    assert recorded.event == ResultRecorded(1, 1, 2, WIN, "match", "service", 8 * MINUTE, "m-7", 80, "ab12")
    assert result_entry.record_match_result(day.t, "m-7", WIN, 80, "ab12", day.at) == []


def test_a_ruling_in_the_match_corrects_the_table_after_the_round_too(day: Day) -> None:
    day.does(rounds.bind_match(day.t, TableRef(1, 1, 2), "m-7", day.at))
    day.does(result_entry.record_match_result(day.t, "m-7", WIN, 80, "ab12", day.at))
    day.records(1, 1, "1-0")
    day.closes(1)
    (corrected,) = day.does(
        result_entry.record_match_result(day.t, "m-7", LOSS, 83, "cd34", day.at, case="m-7/1")
    )
    assert isinstance(corrected.event, ResultCorrected)
    assert (corrected.event.was, corrected.event.now, corrected.event.case) == (WIN, LOSS, "m-7/1")


def test_a_match_that_is_played_on_after_a_rewind_leaves_its_table_without_a_result(day: Day) -> None:
    day.does(rounds.bind_match(day.t, TableRef(1, 1, 2), "m-7", day.at))
    assert result_entry.record_match_result(day.t, "m-7", None, 40, "ab12", day.at) == []
    day.does(result_entry.record_match_result(day.t, "m-7", WIN, 80, "ab12", day.at))
    day.does(result_entry.record_match_result(day.t, "m-7", None, 83, "cd34", day.at, "a rewind"))
    assert day.t.rounds[0].missing_results == (1, 2)
    (again,) = day.does(result_entry.record_match_result(day.t, "m-7", WIN, 99, "ef56", day.at, "played on"))
    assert isinstance(again.event, ResultCorrected)
    assert (again.event.was, day.t.rounds[0].tables[2].result) == (None, WIN)


def test_what_a_match_said_before_undoes_no_correction_of_the_desk(day: Day) -> None:
    day.does(rounds.bind_match(day.t, TableRef(1, 1, 2), "m-7", day.at))
    day.does(result_entry.record_match_result(day.t, "m-7", WIN, 80, "ab12", day.at))
    day.corrects(1, 2, "0-1")
    assert result_entry.record_match_result(day.t, "m-7", WIN, 80, "ab12", day.at) == []
    assert result_entry.record_match_result(day.t, "m-7", WIN, 85, "cd34", day.at) == []
    assert day.t.rounds[0].tables[2].result == LOSS


def test_a_penalty_is_given_in_what_has_begun() -> None:
    day = four()
    for stage, number, told in (
        (2, 0, "Stage 2 has not begun."),
        (1, 2, "Round 2 of stage 1 is not paired."),
    ):
        given = PenaltyGiven("Ann", "late", "judge:jo", day.at, "late", stage=stage, round=number)
        with pytest.raises(Refused, match=told):
            result_entry.give_penalty(day.t, given)
