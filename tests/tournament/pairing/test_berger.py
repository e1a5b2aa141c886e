"""Round robins: Berger tables as FIDE prints them, free rounds, legs, late entries and withdrawals."""

from __future__ import annotations

import pytest

from domain.tournament.pairing import propose_pairing
from domain.tournament.pairing.berger import berger_pairs
from domain.tournament.plan import Stage
from domain.tournament.ranking.standings import compute_standings
from domain.tournament.refusals import Refused
from domain.tournament.registrations import roster

from ..day import DESK, Day
from .played import round_played

FOUR = """
1-4 2-3
4-3 1-2
2-4 3-1
"""
SIX = """
1-6 2-5 3-4
6-4 5-3 1-2
2-6 3-1 4-5
6-5 1-4 2-3
3-6 4-2 5-1
"""
EIGHT = """
1-8 2-7 3-6 4-5
8-5 6-4 7-3 1-2
2-8 3-1 4-7 5-6
8-6 7-5 1-4 2-3
3-8 4-2 5-1 6-7
8-7 1-6 2-5 3-4
4-8 5-3 6-2 7-1
"""


@pytest.mark.parametrize(("size", "printed"), [(4, FOUR), (6, SIX), (8, EIGHT)])
def test_the_tables_are_those_that_fide_prints(size: int, printed: str) -> None:
    for number, line in enumerate(printed.split("\n")[1:-1], 1):
        assert {f"{one}-{other}" for one, other in berger_pairs(size, number)} == set(line.split())


def league(*players: str, legs: int = 1) -> Day:
    """Returns a round robin that has not begun."""
    return Day(*players, stages=(Stage("round_robin", legs=legs),))


def test_everybody_meets_everybody_once_with_each_turn_in_two_legs() -> None:
    day = league("Ann", "Bob", "Cid", "Dot", legs=2)
    rounds = [round_played(day) for _ in range(6)]
    met = [table for told in rounds for table in told.split(", ")[0].split()]
    assert len(met) == len(set(met)) == 12
    with pytest.raises(Refused, match="This stage ends with round 6"):
        propose_pairing(day.t)


def test_of_an_odd_number_each_has_one_free_round_that_is_no_game() -> None:
    day = league("Ann", "Bob", "Cid")
    free = [round_played(day).split(", ")[1] for _ in range(3)]
    assert sorted(free) == ["Ann zero_bye", "Bob zero_bye", "Cid zero_bye"]
    assert [(row.player, row.points) for row in compute_standings(day.t)] == [
        ("Ann", 6),
        ("Bob", 3),
        ("Cid", 0),
    ]


def test_a_late_entry_takes_the_free_place_and_there_is_no_second_one() -> None:
    day = league("Ann", "Bob", "Cid")
    free = round_played(day).split(", ")[1].split()[0]
    day.registers("Dot")
    rounds = [round_played(day) for _ in range(2)]
    assert all(", " not in told for told in rounds)
    assert not any({"Dot", free} == set(table.split("-")) for told in rounds for table in told.split())
    day = league("Ann", "Bob", "Cid", "Dot")
    round_played(day)
    day.registers("Eve")
    with pytest.raises(Refused, match="Eve came too late"):
        propose_pairing(day.t)


def test_who_withdraws_before_half_of_the_games_leaves_no_trace_in_the_standings() -> None:
    day = league("Ann", "Bob", "Cid", "Dot")
    round_played(day)
    first = {frozenset(table.seats) for table in day.t.rounds[0].tables.values()}
    day.does(roster.drop_player(day.t, "Dot", DESK, day.at))
    (met,) = (pair - {"Dot"} for pair in first if "Dot" in pair)
    points = {row.player: row.points for row in compute_standings(day.t)}
    assert points[min(met)] == 0
    assert round_played(day).endswith("zero_bye")


def test_after_half_of_the_games_those_that_are_left_are_lost_by_who_withdraws() -> None:
    day = league("Ann", "Bob", "Cid", "Dot")
    round_played(day)
    round_played(day)
    day.does(roster.drop_player(day.t, "Ann", DESK, day.at))
    third = round_played(day)
    assert third.endswith("full_bye")
    points = {row.player: row.points for row in compute_standings(day.t)}
    assert points["Ann"] == 6
    assert points[third.split(", ")[1].split()[0]] >= 3
