"""Who is through and who is out: before a round is paired, while results are missing, and after the cut."""

from __future__ import annotations

import pytest

from domain.tournament import stages
from domain.tournament.knockout.qualifying import qualification_certainty
from domain.tournament.plan import Stage
from domain.tournament.registrations import roster
from domain.tournament.state import TableRef

from .day import DESK, Day

CUT = Stage("single_elimination", players=2)


@pytest.fixture
def day() -> Day:
    """Four players after two rounds of three, of whom two go on: Ann 6, Bob and Cid 3, Dot 0."""
    day = Day("Ann", "Bob", "Cid", "Dot", stages=(Stage("swiss", 3), CUT))
    day.plays(1, "Ann Bob 1-0", "Cid Dot 1-0")
    day.plays(2, "Ann Cid 1-0", "Bob Dot 1-0")
    return day


def test_rounds_to_come_may_change_it(day: Day) -> None:
    assert set(qualification_certainty(day.t, 1).values()) == {
        "open"
    }  # Dot can come to 3, and Ann can be caught
    day.plays(3, "Ann Dot 1-0", "Bob Cid 1-0")
    assert qualification_certainty(day.t, 1) == {
        "Ann": "through",
        "Bob": "through",
        "Cid": "out",
        "Dot": "out",
    }


def test_a_lead_is_enough_before_the_last_round_is_played(day: Day) -> None:
    day.pairs(3, "Ann Dot", "Bob Cid")
    day.starts(3)
    day.records(3, 2, "1-0")
    # Ann 6 or 9, Bob 6, Cid 3, Dot 0 or 3.
    assert qualification_certainty(day.t, 1) == {
        "Ann": "through",
        "Bob": "through",
        "Cid": "out",
        "Dot": "out",
    }
    assert set(qualification_certainty(day.t, 1, [TableRef(1, 3, 2)]).values()) == {"open"}


def test_who_dropped_out_is_out_and_takes_no_place(day: Day) -> None:
    day.pairs(3, "Ann Dot", "Bob Cid")
    day.starts(3)
    day.records(3, 2, "1-0")
    day.does(roster.drop_player(day.t, "Ann", DESK, day.at, "ill"))
    assert qualification_certainty(day.t, 1) == {"Ann": "out", "Bob": "through", "Cid": "open", "Dot": "open"}


def test_after_the_cut_it_is_as_the_cut_was(day: Day) -> None:
    day.plays(3, "Ann Dot 1-0", "Bob Cid 1-0")
    day.does(stages.cut_stage(day.t, ("Bob", "Cid"), DESK, day.at, "Ann gave her place up."))
    assert qualification_certainty(day.t, 1) == {
        "Ann": "out",
        "Bob": "through",
        "Cid": "through",
        "Dot": "out",
    }
    assert qualification_certainty(day.t, 2) == {}


def test_nothing_is_told_where_no_stage_follows_or_rounds_are_as_many_as_it_takes() -> None:
    assert qualification_certainty(Day("Ann", "Bob").t, 1) == {}
    cup = Day("Ann", "Bob", "Cid", "Dot", stages=(Stage("single_elimination"), CUT))
    assert qualification_certainty(cup.t, 1) == {}


def test_a_round_robin_takes_as_many_rounds_as_everybody_needs_to_meet() -> None:
    day = Day("Ann", "Bob", "Cid", "Dot", stages=(Stage("round_robin"), CUT))
    day.plays(1, "Ann Bob 1-0", "Cid Dot 1-0")
    day.plays(2, "Ann Cid 1-0", "Bob Dot 1-0")
    assert set(qualification_certainty(day.t, 1).values()) == {"open"}
