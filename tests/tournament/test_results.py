"""Results as they are reported, recorded and corrected, and stages as they end."""

from __future__ import annotations

import pytest

from domain.model import Fact
from domain.tournament import stages
from domain.tournament.facts import PenaltyGiven, PlayerDropped, ResultRecorded, ResultReported
from domain.tournament.lifecycle import end_tournament
from domain.tournament.plan import Stage
from domain.tournament.play import pairings
from domain.tournament.refusals import Overrulable, Refused
from domain.tournament.registrations import roster
from domain.tournament.scoring import result_entry
from domain.tournament.scoring.results import Result
from domain.tournament.state import TableRef

from .day import DESK, DRAW, LOSS, WIN, Day, differences_of, four, pairing


@pytest.fixture
def day() -> Day:
    """A Swiss day of four, whose first round is being played."""
    return four()


def test_what_a_player_reports_counts_once_the_other_says_the_same(day: Day) -> None:
    table_1 = TableRef(1, 1, 1)
    (reported,) = day.does(result_entry.report_result(day.t, table_1, WIN, "player:Ann", day.at))
    assert isinstance(reported.event, ResultReported)
    assert day.t.rounds[0].tables[1].result is None
    assert len(day.does(result_entry.report_result(day.t, table_1, LOSS, "player:Bob", day.at))) == 1
    _, recorded = day.does(result_entry.report_result(day.t, table_1, WIN, "player:Bob", day.at))
    assert isinstance(recorded.event, ResultRecorded)
    assert (recorded.event.by, recorded.event.confirmed) == ("player:Ann", "player:Bob")
    assert day.t.rounds[0].tables[1].result == WIN


def test_nobody_reports_for_another_table_nor_confirms_for_his_own_side(day: Day) -> None:
    with pytest.raises(Refused, match="Only who sits at table 1 reports"):
        result_entry.report_result(day.t, TableRef(1, 1, 1), WIN, "player:Cid", day.at)
    teams = Day()
    teams.registers("Reds", members=("Ann", "Bob"))
    teams.registers("Blues", members=("Cid", "Dot"))
    teams.pairs(1, "Reds Blues")
    teams.starts(1)
    teams.does(result_entry.report_result(teams.t, TableRef(1, 1, 1), WIN, "player:Ann", teams.at))
    teams.does(result_entry.report_result(teams.t, TableRef(1, 1, 1), WIN, "player:Bob", teams.at))
    assert teams.t.rounds[0].missing_results == (1,)
    assert (
        len(teams.does(result_entry.report_result(teams.t, TableRef(1, 1, 1), WIN, "player:Dot", teams.at)))
        == 2
    )


def test_a_result_is_recorded_once_in_an_open_round_and_corrected_after(day: Day) -> None:
    day.records(1, 1, "1-0")
    with pytest.raises(Refused, match="Table 1 has a result already: correct it"):
        day.records(1, 1, "0-1")
    with pytest.raises(Overrulable, match=r"Round 1 lacks results\. Tables: 2"):
        day.closes(1)
    day.closes(1, overrule="nobody finds them")
    with pytest.raises(Refused, match="Round 1 is closed: correct the result instead"):
        day.records(1, 2, "1-0")
    day.corrects(1, 2, "1-0")
    assert day.t.rounds[0].missing_results == ()


def test_a_no_show_is_assigned_before_the_round_starts() -> None:
    day = Day("Ann", "Bob")
    day.pairs(1, "Ann Bob")
    with pytest.raises(Refused, match="Round 1 has not started yet"):
        day.records(1, 1, "1-0")
    day.records(1, 1, "+--")
    result = day.t.rounds[0].tables[1].result
    assert result is not None
    assert (result.unplayed_kind(0), result.unplayed_kind(1)) == ("forfeit_won", "forfeit_lost")


@pytest.mark.parametrize(
    ("result", "complaint"),
    [
        (Result((1, 2, 3)), "A place for each of the 2 seats is wanted, not 3"),
        (Result((1, 2), (5,)), "A score for each of the 2 seats is wanted, not 1"),
        (Result((1, 3)), "The places 1, 3 are no ranking"),
        (Result((1, 2), forfeits=(0,)), "A seat that forfeits cannot come first"),
        (Result((2, 2), forfeits=(0,)), "Whoever is left when the others forfeit comes first"),
    ],
)
def test_a_result_that_cannot_be(day: Day, result: Result, complaint: str) -> None:
    with pytest.raises(Refused, match=complaint):
        day.records(1, 1, result)


# -- corrections ---------------------------------------------------------------------------------------


def test_a_correction_keeps_what_was_and_is_itself_undone_by_a_correction(day: Day) -> None:
    day.records(1, 1, "1-0")
    day.corrects(1, 1, "1/2", case="m-1/1")
    day.corrects(1, 1, "1-0")
    assert [record.result for record in day.t.rounds[0].tables[1].records] == [WIN, DRAW, WIN]
    day.corrects(1, 1, None)
    assert day.t.rounds[0].missing_results == (1, 2)
    day.records(1, 1, "0-1")


def test_a_correction_that_corrects_nothing_is_refused(day: Day) -> None:
    day.records(1, 1, "1-0")
    with pytest.raises(Refused, match="That is the result of table 1 already"):
        day.corrects(1, 1, "1-0")
    with pytest.raises(Refused, match="Table 2 has no result yet"):
        day.corrects(1, 2, "1-0")
    with pytest.raises(Refused, match="Say why"):
        day.corrects(1, 1, "0-1", reason="")


def test_a_correction_may_have_the_next_round_paired_anew_until_it_starts(day: Day) -> None:
    day.records(1, 1, "1-0")
    day.records(1, 2, "1-0")
    day.pairs(2, "Ann Cid", "Bob Dot")
    assert result_entry.allowed_effects(day.t, TableRef(1, 1, 1)) == ("stand", "pair", "points")
    day.corrects(1, 1, "0-1", effect="pair")
    with pytest.raises(Refused, match="A result was corrected: round 2 is to be paired anew"):
        day.starts(2)
    day.pairs(2, "Bob Cid", "Ann Dot", reason="after the ruling")
    day.starts(2)
    assert result_entry.allowed_effects(day.t, TableRef(1, 1, 1)) == ("stand", "points")
    with pytest.raises(Refused, match="Round 2 has started: it is not paired anew"):
        day.corrects(1, 1, "1-0", effect="pair")


def test_a_correction_for_points_alone_leaves_later_pairings_as_if_it_were_not(day: Day) -> None:
    day.records(1, 1, "1-0")
    day.corrects(1, 1, "0-1", effect="points")
    table = day.t.rounds[0].tables[1]
    assert (table.result, table.pairing_result) == (LOSS, WIN)


def test_a_penalty_is_given_to_who_is_there(day: Day) -> None:
    late = PenaltyGiven("Ann", "warning", "judge:jo", day.at, "late", 1, 1, 1)
    day.does(result_entry.give_penalty(day.t, late))
    assert [given.event for given in day.t.penalties] == [late]
    with pytest.raises(Refused, match="Cid does not sit at table 1"):
        result_entry.give_penalty(day.t, PenaltyGiven("Cid", "warning", "judge:jo", day.at, "late", 1, 1, 1))


# -- stages --------------------------------------------------------------------------------------------


def test_a_stage_ends_with_a_cut_and_the_next_one_is_played_by_those_let_through() -> None:
    day = Day("Ann", "Bob", "Cid", "Dot", stages=(Stage("swiss", 1), Stage("single_elimination", players=2)))
    day.plays(1, "Ann Bob 1-0", "Cid Dot 1-0")
    day.does(stages.cut_stage(day.t, ("Cid", "Ann"), DESK, day.at))
    assert (day.t.current_stage, day.t.active_players(2)) == (2, ("Cid", "Ann"))
    with pytest.raises(Refused, match="Bob does not play this round"):
        day.pairs(1, "Ann Bob")
    day.plays(1, "Cid Ann 1-0")
    day.does(end_tournament(day.t, DESK, day.at))
    with pytest.raises(Refused, match="The tournament is over"):
        day.registers("Eve")
    day.corrects(1, 1, "0-1")


def test_a_cut_is_made_anew_while_nothing_was_played_after_it() -> None:
    day = Day("Ann", "Bob", "Cid", "Dot", stages=(Stage("swiss", 1), Stage("single_elimination", players=2)))
    day.plays(1, "Ann Bob 1-0", "Cid Dot 1-0")

    def again(*through: str, why: str = "Ann left") -> list[Fact]:
        return stages.cut_stage_again(day.t, through, DESK, day.at, why)

    with pytest.raises(Refused, match="No cut was made yet"):
        again("Cid", "Bob")
    (made,) = day.does(stages.cut_stage(day.t, ("Cid", "Ann"), DESK, day.at))
    day.pairs(1, "Cid Ann")
    day.does(roster.drop_player(day.t, "Ann", DESK, day.at))
    for through, why, complaint in (
        (("Cid", "Ann"), "Ann left", "Ann does not play this stage"),
        (("Cid", "Bob"), "", "Say why the cut is made anew"),
    ):
        with pytest.raises(Refused, match=complaint):
            again(*through, why=why)
    known = day.t.seq
    assert stages.expected_qualifiers_again(day.t)[0] == "Cid"
    (instead,) = day.does(again("Cid", "Bob"))
    assert (instead.cause, day.t.entrants(2), day.t.rounds_of(2)) == (made.seq, ("Cid", "Bob"), ())
    (told,) = differences_of(day, known, 2)
    assert str(told.sentence) == "The cut after stage 1 was made by hand (Ann left). Going on: Cid, Bob."
    with pytest.raises(Refused, match="So the cut is made already"):
        again("Cid", "Bob")
    day.pairs(1, "Cid Bob")
    day.starts(1)
    with pytest.raises(Refused, match="Stage 2 is being played: its cut stays as it is"):
        again("Cid", "Dot")


@pytest.mark.parametrize(
    ("through", "complaint"),
    [
        (("Ann",), "2 go on, not 1"),
        (("Ann", "Ann"), "Ann is named twice"),
        (("Ann", "Zoe"), "Zoe is not registered"),
        (("Ann", "Dot"), "Dot does not play this stage"),
    ],
)
def test_an_impossible_cut_is_refused(through: tuple[str, ...], complaint: str) -> None:
    day = Day("Ann", "Bob", "Cid", "Dot", stages=(Stage("swiss", 1), Stage("single_elimination", players=2)))
    day.plays(1, "Ann Bob 1-0", "Cid Dot 1-0")
    (dropped,) = day.does(roster.drop_player(day.t, "Dot", DESK, day.at))
    assert isinstance(dropped.event, PlayerDropped)
    with pytest.raises(Refused, match=complaint):
        stages.cut_stage(day.t, through, DESK, day.at)


def test_a_tournament_without_another_stage_has_no_cut(day: Day) -> None:
    with pytest.raises(Refused, match="No stage comes after this one"):
        stages.cut_stage(day.t, ("Ann", "Bob"), DESK, day.at)


@pytest.mark.parametrize(
    ("stage", "complaint"),
    [
        (Stage("swiss"), "Swiss rounds are announced: 1 or more"),
        (Stage("swiss", 3, (1, 2)), "a table has at least two seats"),
        (Stage("pods", seats=(4,), going_on=4), "some of each table go on, and not all"),
        (Stage("round_robin", seats=(4,)), "this format is for tables of two"),
    ],
)
def test_a_tournament_that_could_not_be_played_is_not_opened(stage: Stage, complaint: str) -> None:
    with pytest.raises(Refused, match=complaint):
        Day(stages=(stage,))


def test_the_rounds_announced_are_all_there_are() -> None:
    day = Day("Ann", "Bob", stages=(Stage("swiss", 1),))
    day.plays(1, "Ann Bob 1-0")
    with pytest.raises(Refused, match="This stage ends with round 1"):
        day.pairs(2, "Ann Bob")
    with pytest.raises(Refused, match="Round 2 is to be paired next, not round 3"):
        pairings.pair_round(day.t, 3, pairing("Ann Bob"), DESK, day.at)
