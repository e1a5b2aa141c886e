"""Standings: points after any round, as known at any fact, and why they are so."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from domain.tournament.facts import PenaltyGiven
from domain.tournament.fold import facts_until, fold
from domain.tournament.plan import CHESS_POINTS, Points, Stage
from domain.tournament.ranking.standings import compute_standings
from domain.tournament.ranking.why import explain_number
from domain.tournament.refusals import Refused
from domain.tournament.registrations import roster
from domain.tournament.scoring import result_entry
from domain.tournament.scoring.results import Result

from .day import Day, four, number_reasons


@pytest.fixture
def day() -> Day:
    """Four players after two rounds: Ann 6, Bob and Cid 3, Dot 0."""
    day = Day("Ann", "Bob", "Cid", "Dot")
    day.plays(1, "Ann Bob 1-0", "Cid Dot 1-0")
    day.plays(2, "Ann Cid 1-0", "Bob Dot 1-0")
    return day


def table(day: Day, **what: Any) -> list[tuple[int, str, object]]:
    """Returns ranks, players and points."""
    return [(row.rank, row.player, row.points) for row in compute_standings(day.t, **what)]


def test_who_is_not_told_apart_shares_a_place(day: Day) -> None:
    assert table(day) == [(1, "Ann", 6), (2, "Bob", 3), (2, "Cid", 3), (4, "Dot", 0)]


def test_standings_after_a_round_and_as_known_at_a_fact(day: Day) -> None:
    assert table(day, after=1) == [(1, "Ann", 3), (1, "Cid", 3), (3, "Bob", 0), (3, "Dot", 0)]
    known = day.t.seq
    day.corrects(1, 1, "0-1")
    assert table(day, after=1)[0] == (1, "Bob", 3)
    then = fold(facts_until(day.facts, known))
    assert [row.points for row in compute_standings(then, after=1)] == [3, 3, 0, 0]


def test_a_table_that_still_plays_counts_nothing() -> None:
    day = four()
    day.records(1, 1, "1-0")
    assert table(day) == [(1, "Ann", 3), (2, "Bob", 0), (2, "Cid", 0), (2, "Dot", 0)]


def test_a_correction_for_points_alone_is_left_out_for_pairing(day: Day) -> None:
    day.corrects(1, 1, "0-1", effect="points")
    assert table(day)[0] == (1, "Bob", 6)
    assert table(day, pairing=True)[0] == (1, "Ann", 6)


def test_a_penalty_takes_points_in_its_stage_from_its_round_on(day: Day) -> None:
    with pytest.raises(Refused, match="Say which stage the points are taken in"):
        result_entry.give_penalty(
            day.t, PenaltyGiven("Ann", "slow_play", "judge:jo", day.at, "slow", points=1)
        )
    slow = PenaltyGiven("Ann", "slow_play", "judge:jo", day.at, "slow", stage=1, round=2, table=1, points=1)
    day.does(result_entry.give_penalty(day.t, slow))
    assert (table(day, after=1)[0], table(day)[0]) == ((1, "Ann", 3), (1, "Ann", 5))
    assert number_reasons(day.t, "Ann", "points") == [
        "Round 1, against Bob: 3.",
        "Round 2, against Cid: 3.",
        "A penalty: -1 (slow).",
        "Together: 5.",
    ]


def test_where_half_points_are_given_a_penalty_takes_halves_too() -> None:
    day = Day("Ann", "Bob", points=CHESS_POINTS)
    day.plays(1, "Ann Bob 1-0")
    half = PenaltyGiven("Ann", "slow_play", "judge:jo", day.at, "slow", stage=1, points=1)
    day.does(result_entry.give_penalty(day.t, half))
    assert compute_standings(day.t)[0].points == Fraction(1, 2)
    assert number_reasons(day.t, "Ann", "points")[1:] == ["A penalty: -0.5 (slow).", "Together: 0.5."]


def test_who_is_disqualified_is_not_ranked_and_was_an_opponent_all_the_same(day: Day) -> None:
    day.does(roster.disqualify_player(day.t, "Ann", "judge:jo", day.at, "loaded dice"))
    assert table(day) == [(1, "Bob", 3), (1, "Cid", 3), (3, "Dot", 0)]


def test_places_may_have_points_of_their_own_which_who_shares_them_shares() -> None:
    day = Day(
        "Ann", "Bob", "Cid", "Dot", stages=(Stage("swiss", 1, (4,)),), points=Points(places=(5, 3, 2, 1))
    )
    day.pairs(1, "Ann Bob Cid Dot")
    day.starts(1)
    day.records(1, 1, Result((1, 2, 2, 4)))
    assert [(row.player, float(row.points)) for row in compute_standings(day.t)] == [
        ("Ann", 5),
        ("Bob", 2.5),
        ("Cid", 2.5),
        ("Dot", 1),
    ]


def test_every_unplayed_round_says_what_it_was() -> None:
    day = Day("Ann", "Bob", "Cid", stages=(Stage("swiss", 2),))
    day.plays(1, "Ann Bob +--", "Cid bye")
    day.registers("Dot")
    day.plays(2, "Ann Cid ---", "Dot half", "Bob zero")
    lines = {who: number_reasons(day.t, who, "points")[:2] for who in ("Ann", "Bob", "Cid", "Dot")}
    assert lines == {
        "Ann": ["Round 1, won by forfeit: 3.", "Round 2, lost by forfeit: 0."],
        "Bob": ["Round 1, lost by forfeit: 0.", "Round 2, a zero-point bye: 0."],
        "Cid": ["Round 1, a bye: 3.", "Round 2, lost by forfeit: 0."],
        "Dot": ["Round 1, absent: 0.", "Round 2, a half-point bye: 1."],
    }


def test_each_line_names_the_fact_it_comes_from(day: Day) -> None:
    (corrected,) = day.corrects(1, 1, "1/2")
    assert explain_number(day.t, "Ann", "points")[0].seq == corrected.seq


def test_what_is_not_there_has_no_standings_and_no_reasons(day: Day) -> None:
    with pytest.raises(Refused, match="Stage 2 has not begun"):
        compute_standings(day.t, 2)
    with pytest.raises(Refused, match="Zoe is not registered"):
        explain_number(day.t, "Zoe", "points")
    with pytest.raises(Refused, match="This tournament has no such tie-breaker"):
        explain_number(day.t, "Ann", "buchholz")
