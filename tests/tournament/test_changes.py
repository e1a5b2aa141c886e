"""What a correction changes: shown before it is made, and told as a difference of standings after it."""

from __future__ import annotations

from itertools import product

import pytest

from domain.model import Fact
from domain.tournament import stages
from domain.tournament.facts import PenaltyGiven
from domain.tournament.fold import fold
from domain.tournament.plan import Points, Stage
from domain.tournament.ranking.changes import gains_between
from domain.tournament.ranking.differences import Difference, compare_facts, page_of
from domain.tournament.ranking.impact import CorrectionImpact, correction_impact
from domain.tournament.ranking.prospects import Prospect, rank_prospects
from domain.tournament.ranking.standings import compute_standings
from domain.tournament.registrations import roster
from domain.tournament.scoring import result_entry
from domain.tournament.scoring.results import Result
from domain.tournament.state import TableRef

from .day import DESK, DOUBLE_LOSS, DRAW, LOSS, WIN, Day, differences_of, pairing

CUT = (Stage("swiss", 2), Stage("single_elimination", players=2))


@pytest.fixture
def day() -> Day:
    """Four players after round 1 of 2, with the next one paired: Ann and Cid won, and two go on."""
    day = Day("Ann", "Bob", "Cid", "Dot", stages=CUT)
    day.plays(1, "Ann Bob 1-0", "Cid Dot 1-0")
    day.pairs(2, "Ann Cid", "Bob Dot")
    return day


def correction(day: Day, number: int, table: int, now: Result | None) -> list[Fact]:
    """Returns the facts of a correction that is not made yet."""
    place = TableRef(1, number, table)
    return result_entry.correct_result(day.t, place, now, "entered", "judge:jo", day.at, "ruling")


def impact_sentences(reached: CorrectionImpact) -> list[str]:
    """Returns how far a correction reaches, in English."""
    return [str(sentence) for sentence in reached.sentences]


# -- before a correction is made -----------------------------------------------------------------------


def test_the_reach_of_a_correction_is_shown_and_nothing_is_changed(day: Day) -> None:
    before = day.t
    facts = correction(day, 1, 1, LOSS)
    assert impact_sentences(correction_impact(day.t, facts)) == [
        "The points of Bob are 3 instead of 0. Bob is in place 1 instead of 3.",
        "The points of Ann are 0 instead of 3. Ann is in place 3 instead of 1.",
        "Bob would be among the 2 who go on.",
        "Ann would not be among the 2 who go on.",
    ]
    assert (day.t, fold(day.facts)) == (before, before)


def test_what_was_shown_is_what_changes_once_the_correction_is_made(day: Day) -> None:
    known, facts = day.t.seq, correction(day, 1, 1, LOSS)
    shown = correction_impact(day.t, facts).standings
    day.does(facts)
    (made,) = differences_of(day, known, 1)
    assert made.changes == shown


def test_the_reach_tells_whose_opponent_and_bye_would_be_another(day: Day) -> None:
    facts = correction(day, 1, 1, LOSS)
    anew = pairing("Bob Cid", "Ann bye", "Dot zero")
    assert impact_sentences(correction_impact(day.t, facts, anew))[4:] == [
        "Round 2, Ann: a bye instead of against Cid.",
        "Round 2, Bob: against Cid instead of against Dot.",
        "Round 2, Cid: against Bob instead of against Ann.",
        "Round 2, Dot: a zero-point bye instead of against Bob.",
    ]


def test_the_reach_goes_as_far_as_a_cut_that_was_made(day: Day) -> None:
    day.starts(2)
    day.records(2, 1, "1-0")
    day.records(2, 2, "1-0")
    day.closes(2)
    day.does(stages.cut_stage(day.t, ("Ann", "Bob"), DESK, day.at))
    assert impact_sentences(correction_impact(day.t, correction(day, 2, 2, LOSS))) == [
        "The points of Dot are 3 instead of 0. Dot is in place 2 instead of 4.",
        "The points of Bob are 0 instead of 3. Bob is in place 4 instead of 2.",
        "Cid would be among the 2 who go on.",
        "Bob would not be among the 2 who go on.",
    ]


def test_who_would_go_on_is_told_as_the_cut_would_choose(day: Day) -> None:
    day.does(
        roster.drop_player(day.t, "Cid", DESK, day.at)
    )  # behind Ann two are level, of whom the lot chooses
    drawn = correction(day, 1, 2, DRAW)
    goes, would = stages.expected_qualifiers(day.t), stages.expected_qualifiers(fold(drawn, day.t))
    assert set(goes) != set(would)
    assert [str(sentence) for sentence in correction_impact(day.t, drawn).cut_changes] == [
        *(f"{who} would be among the 2 who go on." for who in would if who not in goes),
        *(f"{who} would not be among the 2 who go on." for who in goes if who not in would),
    ]


# -- the difference of two standings -------------------------------------------------------------------


def difference(day: Day, known: int, after: int | None = None) -> list[tuple[str, list[str]]]:
    """Returns what changed since fact *known*, in English."""
    found = differences_of(day, known, 1, after)
    return [(str(each.sentence), [str(change.sentence) for change in each.changes]) for each in found]


def test_a_difference_names_the_ruling_that_made_it(day: Day) -> None:
    known = day.t.seq
    day.starts(2)
    day.corrects(1, 1, "1/2", reason="a judge looked again")
    assert difference(day, known, after=1) == [
        (
            "Round 1, table 1: a draw instead of Ann won (a judge looked again).",
            [
                "The points of Ann are 1 instead of 3. Ann is in place 2 instead of 1.",
                "The points of Bob are 1 instead of 0. Bob is in place 2 instead of 3.",
                "Dot is in place 4 instead of 3.",
            ],
        )
    ]


def test_what_happened_in_a_later_round_makes_no_difference_to_an_earlier_one(day: Day) -> None:
    known = day.t.seq
    day.starts(2)
    day.records(2, 1, "1-0")
    assert difference(day, known, after=1) == []
    assert [sentence for sentence, _ in difference(day, known)] == ["Round 2, table 1: Ann won."]


def test_each_fact_that_made_a_difference_is_told_for_its_own(day: Day) -> None:
    known = day.t.seq
    day.registers("Eve")
    penalty = PenaltyGiven("Ann", "slow_play", "judge:jo", day.at, "slow", stage=1, round=1, points=1)
    day.does(result_entry.give_penalty(day.t, penalty))
    day.does(roster.disqualify_player(day.t, "Dot", "judge:jo", day.at, "loaded dice"))
    assert difference(day, known, after=1) == [
        ("Eve was registered.", ["Eve is ranked, in place 3."]),
        (
            "Ann was given a penalty (slow).",
            ["The points of Ann are 2 instead of 3. Ann is in place 2 instead of 1."],
        ),
        ("Dot was disqualified (loaded dice).", ["Dot is not ranked any more."]),
    ]


def test_results_are_told_as_who_won_and_of_larger_tables_in_order() -> None:
    day = Day("Ann", "Bob", "Cid", stages=(Stage("swiss", 1, (3,)),), points=Points(places=(3, 2, 1)))
    day.pairs(1, "Ann Bob Cid")
    day.starts(1)
    day.records(1, 1, Result((2, 1, 3), (7, 9, 4)))
    known = day.t.seq
    day.corrects(1, 1, Result((1, 2, 2)))
    ((sentence, _),) = difference(day, known)
    assert (
        sentence
        == "Round 1, table 1: 1. Ann, 2. Bob, 2. Cid instead of 1. Bob, 2. Ann, 3. Cid (7–9–4) (ruling)."
    )


def test_rounds_tell_what_they_changed_and_what_brought_it(day: Day) -> None:
    day.starts(2)
    day.records(2, 1, "1-0")
    first, second = gains_between(day.t, 1, 1)
    assert (str(first.change.sentence), [str(line.sentence) for line in first.lines]) == (
        "The points of Ann are 6 instead of 3.",
        ["Round 2, against Cid: 3."],
    )
    assert str(second.change.sentence) == "Cid is in place 2 instead of 1."


def test_who_leaves_a_league_changes_standings_himself() -> None:
    day = Day("Ann", "Bob", "Cid", "Dot", stages=(Stage("round_robin"),))
    day.plays(1, "Ann Bob 1-0", "Cid Dot 1-0")
    known = day.t.seq
    day.does(roster.drop_player(day.t, "Bob", DESK, day.at))
    assert [sentence for sentence, _ in difference(day, known)] == ["Bob dropped out."]


# -- what is still possible ----------------------------------------------------------------------------


def test_while_a_case_is_open_everybody_has_a_best_and_a_worst_place(day: Day) -> None:
    day.starts(2)
    day.records(2, 1, "1-0")
    day.records(2, 2, "1-0")
    # Ann 6, Bob and Cid 3, Dot 0.
    assert rank_prospects(day.t, 1)["Bob"] == Prospect(2, 2)
    possible = rank_prospects(day.t, 1, [TableRef(1, 2, 2)])
    # Bob has 0 to 3 now and Dot too: Ann cannot be reached, Cid can be.
    assert possible == {
        "Ann": Prospect(1, 1),
        "Bob": Prospect(2, 4),
        "Cid": Prospect(2, 4),
        "Dot": Prospect(2, 4),
    }
    assert [possible[who].certainty_of(2) for who in ("Ann", "Bob")] == ["through", "open"]


def test_tables_that_still_play_are_open(day: Day) -> None:
    day.starts(2)
    day.records(2, 1, "1-0")
    assert rank_prospects(day.t, 1)["Ann"] == Prospect(1, 1)
    assert rank_prospects(day.t, 1)["Dot"] == Prospect(2, 4)
    assert compute_standings(day.t, 1)[3].rank == 3


def test_nobody_comes_out_of_these_bounds_whatever_becomes_of_what_is_open(day: Day) -> None:
    day.starts(2)
    day.records(2, 1, "1-0")
    possible = rank_prospects(day.t, 1, [TableRef(1, 1, 1)])
    for disputed, missing in product((WIN, DRAW, LOSS, DOUBLE_LOSS), repeat=2):
        ruled = day.t if disputed == WIN else fold(correction(day, 1, 1, disputed), day.t)
        played = fold(
            result_entry.record_result(ruled, TableRef(1, 2, 2), missing, "entered", DESK, day.at), ruled
        )
        for row in compute_standings(played, 1):
            assert possible[row.player].best <= row.rank <= possible[row.player].worst


def test_pages_of_differences_lead_through_all_facts(day: Day) -> None:
    known = day.t.seq
    day.does(correction(day, 1, 1, LOSS))
    day.does(correction(day, 1, 2, LOSS))
    expected, reached = [*differences_of(day, known, 1)], known
    pages: list[Difference] = []
    while reached:
        page = page_of(compare_facts(day.facts, reached, day.t.seq, 1), limit=5, max_compared=1)
        pages += page.differences
        reached = page.next_seq
    assert (len(expected), pages) == (2, expected)
