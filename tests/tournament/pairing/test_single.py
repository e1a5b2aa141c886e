"""Single elimination: seeds, byes, who goes on, third place."""

from __future__ import annotations

import pytest

from domain.tournament import stages
from domain.tournament.facts import ResultRecorded, Seating
from domain.tournament.pairing import propose_pairing
from domain.tournament.pairing.bracket import seed_slots
from domain.tournament.plan import Stage
from domain.tournament.play import pairings
from domain.tournament.ranking.prospects import Prospect, rank_prospects
from domain.tournament.ranking.standings import compute_standings
from domain.tournament.refusals import Refused, to_facts
from domain.tournament.registrations import roster
from domain.tournament.scoring.results import Result
from domain.tournament.state import TableRef

from ..day import BOTH_ABSENT, DESK, DRAW, Day
from .played import by_name, meetings, paired, round_played

CUP = (Stage("single_elimination", third_place=True),)


def cup(*players: str) -> Day:
    """Returns a cup whose players are rated in the order they are named, the best first."""
    day = Day(stages=CUP)
    for place, player in enumerate(players):
        day.registers(player, rating=2000 - place)
    return day


def sets(told: str) -> list[set[str]]:
    """Returns who sits at the tables of a round in words."""
    return [set(table.split("-")) for table in told.split(", ")[0].split()]


def test_the_best_seeds_meet_last() -> None:
    bracket = seed_slots(["1", "2", "3", "4", "5", "6", "7", "8"])
    assert bracket == ["1", "8", "4", "5", "2", "7", "3", "6"]
    assert seed_slots(["1", "2", "3", "4", "5"]) == ["1", None, "4", "5", "2", None, "3", None]


def test_a_cup_of_six_has_byes_for_the_best_two_and_a_game_for_third_place() -> None:
    day = cup("Ann", "Bob", "Cid", "Dot", "Eve", "Fay")
    first = round_played(day)
    assert (sets(first), first.split(", ")[1:]) == ([{"Dot", "Eve"}, {"Cid", "Fay"}], ["Ann bye", "Bob bye"])
    assert sets(round_played(day)) == [{"Ann", "Dot"}, {"Bob", "Cid"}]
    assert sets(round_played(day)) == [{"Ann", "Bob"}, {"Cid", "Dot"}]
    with pytest.raises(Refused, match="This stage is decided"):
        propose_pairing(day.t)


def test_the_first_turn_goes_to_who_had_it_less_often() -> None:
    day = cup("Ann", "Bob", "Cid", "Dot", "Eve", "Fay")
    round_played(day)
    had = {table.seats[0] for table in day.t.rounds[0].tables.values()}
    for table in propose_pairing(day.t).tables:
        (played,) = (who for who in table.seats if who not in ("Ann", "Bob"))
        assert (table.seats[0] == played) == (played not in had)


def test_the_cut_seeds_the_bracket_of_the_next_stage() -> None:
    day = Day(*"abcdef", stages=(Stage("swiss", 1), Stage("single_elimination", players=4)))
    day.plays(1, "a b 1-0", "c d 1-0", "e f 1-0")
    day.does(stages.cut_stage(day.t, ("e", "c", "a", "f"), DESK, day.at))
    assert meetings(propose_pairing(day.t)) == {frozenset("ef"), frozenset("ca")}


def test_who_meets_nobody_goes_on_with_a_bye() -> None:
    day = cup("Ann", "Bob", "Cid", "Dot", "Eve", "Fay", "Gus", "Hal")
    round_played(day, lambda seats: BOTH_ABSENT if "Ann" in seats else by_name(seats))
    second = round_played(day)
    assert (sets(second), second.split(", ")[1]) == ([{"Bob", "Cid"}], "Dot bye")
    assert sets(round_played(day)) == [{"Bob", "Dot"}]


def test_a_round_in_which_nobody_could_meet_is_left_out() -> None:
    day = cup("Ann", "Bob", "Cid", "Dot", "Eve", "Fay", "Gus", "Hal")
    round_played(day)
    for gone in ("Ann", "Cid"):
        day.does(roster.drop_player(day.t, gone, DESK, day.at))
    assert sets(round_played(day)) == [{"Bob", "Dot"}]
    with pytest.raises(Refused, match="This stage is decided"):
        propose_pairing(day.t)


def test_who_goes_on_has_to_be_known() -> None:
    day = cup("Ann", "Bob", "Cid", "Dot")
    paired(day)
    day.starts(1)
    day.does(to_facts(day.t, ResultRecorded(1, 1, 1, DRAW, "match", "service", day.at)))
    with pytest.raises(Refused, match="Table 1 of round 1 was a draw"):
        propose_pairing(day.t)
    day.corrects(1, 1, "1-0")
    with pytest.raises(Refused, match=r"Round 1 lacks results\. Tables: 2"):
        propose_pairing(day.t)


def test_a_table_changed_by_hand_is_the_match_of_its_first_player() -> None:
    day = cup("Ann", "Bob", "Cid", "Dot")
    paired(day)
    swapped = (Seating(1, ("Ann", "Bob")), Seating(2, ("Cid", "Dot")))
    day.does(pairings.change_pairing(day.t, 1, 1, swapped, (), DESK, day.at, "brothers"))
    day.starts(1)
    day.records(1, 1, "1-0")
    day.records(1, 2, "1-0")
    assert meetings(propose_pairing(day.t)) == {frozenset(("Ann", "Cid")), frozenset(("Bob", "Dot"))}


def test_a_correction_that_is_points_alone_moves_nobody_in_the_bracket() -> None:
    day = cup("Ann", "Bob", "Cid", "Dot")
    round_played(day)
    before = propose_pairing(day.t)
    won = day.t.rounds[0].tables[1].result
    assert won is not None
    other = Result(won.places[::-1])
    day.corrects(1, 1, other, effect="points")
    assert meetings(propose_pairing(day.t)) == meetings(before)
    day.corrects(1, 1, won, effect="points")
    day.corrects(1, 1, other, effect="pair")
    assert meetings(propose_pairing(day.t)) != meetings(before)


def test_places_are_those_of_the_round_in_which_players_were_put_out() -> None:
    day = cup("Ann", "Bob", "Cid", "Dot", "Eve", "Fay")
    round_played(day)
    assert [row.rank for row in compute_standings(day.t)] == [1, 1, 1, 1, 5, 5]
    round_played(day)
    day.does(roster.drop_player(day.t, "Cid", DESK, day.at))
    round_played(day)
    assert [(row.rank, row.player) for row in compute_standings(day.t)] == [
        (1, "Ann"),
        (2, "Bob"),
        (3, "Dot"),
        (4, "Cid"),
        (5, "Eve"),
        (5, "Fay"),
    ]
    assert [row.rank for row in compute_standings(day.t, after=1)] == [1, 1, 1, 1, 5, 5]


def test_who_wins_the_game_for_third_place_is_third() -> None:
    day = cup("Ann", "Bob", "Cid", "Dot")
    for _ in range(2):
        round_played(day)
    assert [(row.rank, row.player) for row in compute_standings(day.t)][2:] == [(3, "Cid"), (4, "Dot")]


def test_while_the_final_is_played_the_others_have_their_places() -> None:
    day = cup("Ann", "Bob", "Cid", "Dot", "Eve", "Fay")
    round_played(day)
    paired(day)
    day.starts(2)
    assert rank_prospects(day.t, 1) == {
        **dict.fromkeys(("Ann", "Bob", "Cid", "Dot"), Prospect(1, 4)),
        **dict.fromkeys(("Eve", "Fay"), Prospect(5, 6)),
    }
    for table in day.t.rounds[1].tables.values():
        day.records(2, table.number, by_name(table.seats))
    paired(day)
    day.starts(3)
    assert rank_prospects(day.t, 1) == {
        **dict.fromkeys(("Ann", "Bob"), Prospect(1, 2)),
        **dict.fromkeys(("Cid", "Dot"), Prospect(3, 4)),
        **dict.fromkeys(("Eve", "Fay"), Prospect(5, 6)),
    }
    disputed = rank_prospects(day.t, 1, [TableRef(1, 2, 1)])
    assert (disputed["Ann"], disputed["Eve"]) == (Prospect(1, 4), Prospect(5, 6))


def test_who_leaves_comes_as_far_as_the_round_before_and_no_further_after_a_return() -> None:
    day = cup("Ann", "Bob", "Cid", "Dot", "Eve")
    day.does(roster.drop_player(day.t, "Eve", DESK, day.at))
    round_played(day)
    day.does(roster.drop_player(day.t, "Bob", DESK, day.at))
    assert round_played(day).endswith(", Ann bye")
    assert [row.player for row in compute_standings(day.t)] == ["Ann", "Bob", "Cid", "Dot", "Eve"]
    assert [row.rank for row in compute_standings(day.t)] == [1, 2, 3, 4, 5]


def test_who_returns_after_a_walkover_is_out_all_the_same() -> None:
    day = cup("Ann", "Bob", "Cid", "Dot", "Eve", "Fay", "Gus", "Hal")
    round_played(day)
    day.does(roster.drop_player(day.t, "Ann", DESK, day.at))
    round_played(day)
    day.does(roster.return_player(day.t, "Ann", DESK, day.at))
    assert sets(round_played(day)) == [{"Bob", "Dot"}]
    assert [(row.rank, row.player) for row in compute_standings(day.t)][:3] == [
        (1, "Bob"),
        (2, "Dot"),
        (3, "Cid"),
    ]
