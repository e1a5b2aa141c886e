"""Byes that a lot decides are announced before the pairing and named afterwards, in each format."""

from __future__ import annotations

from random import Random

import pytest

from domain.tournament.bye_lots import bye_sentences, next_bye
from domain.tournament.facts import Bye, Seating
from domain.tournament.pairing import propose_pairing
from domain.tournament.plan import CHESS_POINTS, Stage
from domain.tournament.play.pairings import change_pairing, pair_round
from domain.tournament.registrations.decisions import merge_players
from domain.tournament.registrations.roster import drop_player
from domain.tournament.scoring.results import Result
from domain.tournament.stages import cut_stage, expected_qualifiers
from tests.tournament.day import DESK, Day

SINGLE, DOUBLE = Stage("single_elimination"), Stage("double_elimination")
PODS, SWISS_PODS = Stage("pods", seats=(3,)), Stage("swiss", 3, seats=(3,))
DUTCH = Stage("swiss", 3, engine="dutch")
FIVE = ("N1", "N2", "N3", "N4", "N5")
SEEDS = "because byes are for the best seeds, and no rating tells these apart."
LAST = "because the bye is for the last pairing number, and no rating tells these apart."
CUT_SEEDS = "because byes are for the best seeds, and no tie-breaker tells these apart."


def opened(*stages: Stage, **ratings: int | None) -> Day:
    """A day before its first round, with these players and ratings."""
    day = Day(stages=stages, points=CHESS_POINTS)
    for player, rating in ratings.items():
        day.registers(player, rating=rating)
    return day


def unrated(*stages: Stage) -> Day:
    """A day of five players without a rating."""
    return opened(*stages, **dict.fromkeys(FIVE))


def paired(day: Day, number: int) -> list[str]:
    """Pairs a round by its engine, and returns the players with a bye."""
    day.does(pair_round(day.t, number, propose_pairing(day.t), DESK, day.at))
    return sorted(day.t.rounds[-1].byes)


def announced(day: Day) -> list[str]:
    """Returns the lots of byes that a page announces."""
    return [str(sentence) for sentence in next_bye(day.t)]


def named(day: Day) -> list[str]:
    """Returns the lots and rules of byes that a page names for the last round."""
    return [str(sentence) for sentence in bye_sentences(day.t, day.t.rounds[-1])]


@pytest.mark.parametrize(("stage", "count"), [(SINGLE, 3), (DOUBLE, 3), (PODS, 2)])
def test_byes_of_unrated_seeds_are_announced_and_named_as_a_lot(stage: Stage, count: int) -> None:
    day = unrated(stage)
    assert announced(day) == [f"Byes of round 1: a lot decides {count} among N1, N2, N3, N4, N5, {SEEDS}"]
    byes = paired(day, 1)
    assert len(byes) == count
    assert named(day) == [
        f"Byes of round 1: drawn by lot among N1, N2, N3, N4, N5, {SEEDS} Drawn: {', '.join(byes)}."
    ]


@pytest.mark.parametrize("stage", [SINGLE, DOUBLE, PODS])
def test_byes_of_seeds_by_rating_are_no_lot(stage: Stage) -> None:
    day = opened(stage, N1=1900, N2=1800, N3=1700, N4=1600, N5=1500)
    assert (announced(day), paired(day, 1)[:2], named(day)) == ([], ["N1", "N2"], [])


def test_a_lot_decides_only_among_seeds_of_equal_rating_at_the_border_of_byes() -> None:
    day = opened(SINGLE, N1=1900, N2=1700, N3=1800, N4=1700, N5=1700)
    assert announced(day) == [f"Byes of round 1: a lot decides 1 among N2, N4, N5, {SEEDS}"]
    [drawn] = {*paired(day, 1)} - {"N1", "N3"}
    assert named(day) == [f"Byes of round 1: drawn by lot among N2, N4, N5, {SEEDS} Drawn: {drawn}."]


def test_byes_for_lack_of_an_opponent_in_a_later_round_of_a_bracket_are_no_lot() -> None:
    day = unrated(DOUBLE)
    paired(day, 1)
    day.starts(1)
    day.records(1, 1, "1-0")
    assert announced(day) == []
    assert paired(day, 2)
    assert named(day) == []


def test_a_lot_decides_byes_of_pods_among_those_who_go_on() -> None:
    day = opened(Stage("pods", seats=(3,), going_on=2), **dict.fromkeys([f"N{n}" for n in range(1, 8)]))
    [first] = paired(day, 1)
    day.starts(1)
    for table in (1, 2):
        day.records(1, table, Result((1, 2, 3)))
    last = day.t.rounds[-1]
    through = sorted([first, *(who for table in last.tables.values() for who in table.seats[:2])])
    assert announced(day) == [f"Byes of round 2: a lot decides 2 among {', '.join(through)}, {SEEDS}"]
    byes = paired(day, 2)
    assert first in byes
    assert named(day) == [
        f"Byes of round 2: drawn by lot among {', '.join(through)}, {SEEDS} Drawn: {', '.join(byes)}."
    ]


def test_byes_of_swiss_pods_fall_by_lot_among_the_lowest_scores_without_a_bye() -> None:
    day = unrated(SWISS_PODS)
    reason = "because they have the same score and as many byes."
    assert announced(day) == [f"Byes of round 1: a lot decides 2 among N1, N2, N3, N4, N5, {reason}"]
    paired(day, 1)
    day.starts(1)
    day.records(1, 1, Result((1, 2, 2)))
    losers = ", ".join(sorted(day.t.rounds[0].tables[1].seats[1:]))
    assert announced(day) == []
    assert ", ".join(paired(day, 2)) == losers
    assert named(day) == []


def test_the_first_bye_of_the_dutch_system_is_a_lot_among_unrated_players() -> None:
    day = unrated(DUTCH)
    assert announced(day) == [f"Byes of round 1: a lot decides 1 among N1, N2, N3, N4, N5, {LAST}"]
    [bye] = paired(day, 1)
    assert named(day) == [f"Byes of round 1: drawn by lot among N1, N2, N3, N4, N5, {LAST} Drawn: {bye}."]


def test_later_byes_of_the_dutch_system_name_its_rule_and_the_numbers_by_lot() -> None:
    day = unrated(DUTCH)
    paired(day, 1)
    day.starts(1)
    day.records(1, 1, "1-0")
    day.records(1, 2, "1-0")
    losers = sorted(table.seats[1] for table in day.t.rounds[0].tables.values())
    numbers = (
        "Where scores and criteria of the Dutch system leave a choice of the bye, pairing numbers decide."
        f" A lot drew those of {losers[0]}, {losers[1]}, because no rating tells these apart."
    )
    assert announced(day) == [numbers]
    [bye] = paired(day, 2)
    assert bye in losers
    assert named(day) == [rule_of(bye), numbers]


def test_a_bye_of_the_dutch_system_by_rating_names_its_rule_and_no_lot() -> None:
    day = opened(DUTCH, N1=1900, N2=1800, N3=1700, N4=1600, N5=1500)
    assert announced(day) == []
    assert paired(day, 1) == ["N5"]
    assert named(day) == [rule_of("N5")]


def rule_of(player: str) -> str:
    """Returns the reason of a bye by the rules of the Dutch system."""
    return (
        f"The bye of {player} follows the Dutch system (C.04.3, C2, C5): the lowest possible score"
        " without an earlier bye. Among equals the pairing number decides."
    )


@pytest.mark.parametrize(
    ("after", "reason", "drawn"),
    [
        (Stage("single_elimination", players=3), CUT_SEEDS, 0),
        (Stage("double_elimination", players=3), CUT_SEEDS, 0),
        (Stage("pods", players=4, seats=(3,)), CUT_SEEDS, 0),
        (Stage("swiss", 3, players=3, engine="dutch"), LAST.replace("rating", "tie-breaker"), 2),
    ],
)
def test_a_cut_that_orders_seeds_by_lot_announces_the_byes_after_it(
    after: Stage, reason: str, drawn: int
) -> None:
    day = Day("N1", "N2", "N3", "N4", "N5", "N6", stages=(Stage("swiss", 1), after), points=CHESS_POINTS)
    day.plays(1, "N1 N2 1-0", "N3 N4 1-0", "N5 N6 1-0")
    assert announced(day) == [f"Byes after the cut: a lot decides 1 among N1, N3, N5, {reason}"]
    through = expected_qualifiers(day.t)
    day.does(cut_stage(day.t, through, DESK, day.at))
    outcome = [f"Byes of round 1: drawn by lot among N1, N3, N5, {reason} Drawn: {through[drawn]}."]
    assert announced(day) == outcome
    assert paired(day, 1) == [through[drawn]]
    assert named(day) == outcome


def test_byes_before_a_cut_name_all_players_that_may_come_through_by_lot() -> None:
    stages = (Stage("swiss", 1), Stage("single_elimination", players=3))
    day = Day(*(f"N{number}" for number in range(1, 9)), stages=stages)
    day.plays(1, "N1 N2 1-0", "N3 N4 1-0", "N5 N6 1-0", "N7 N8 1-0")
    assert announced(day) == [f"Byes after the cut: a lot decides 1 among N1, N3, N5, N7, {CUT_SEEDS}"]


def test_a_lot_stays_named_after_changes_by_hand_that_leave_its_byes() -> None:
    day = unrated(SINGLE)
    paired(day, 1)
    outcome = named(day)
    assert "Drawn:" in outcome[0]
    [seated] = day.t.rounds[-1].tables.values()
    byes = day.t.rounds[-1].bye_list
    added = tuple(Bye(player, "zero_bye") for player in seated.seats)
    day.does(change_pairing(day.t, 1, 1, (), (*byes, *added), DESK, day.at, "no table", removed=(1,)))
    assert named(day) == outcome
    day.does(pair_round(day.t, 1, propose_pairing(day.t), DESK, day.at, "as before"))
    assert named(day) == outcome
    drawn, other = byes[0].player, seated.seats[0]
    swapped = (Bye(other, "bye"), *byes[1:])
    seating = Seating(1, (drawn, seated.seats[1]))
    day.does(change_pairing(day.t, 1, 1, (seating,), swapped, DESK, day.at, "a swap"))
    assert named(day) == []


@pytest.mark.parametrize(
    "stage", [SINGLE, DOUBLE, PODS, SWISS_PODS, DUTCH, Stage("swiss", 3), Stage("round_robin")]
)
@pytest.mark.parametrize("seat", ["table", "bye"])
def test_a_merge_of_a_paired_player_ends_the_announcement_of_its_lots(stage: Stage, seat: str) -> None:
    day = opened(stage, **dict.fromkeys((*FIVE, "Twin")))
    day.does(drop_player(day.t, "Twin", DESK, day.at))
    byes = paired(day, 1)
    merged = byes[0] if seat == "bye" else next(player for player in FIVE if player not in byes)
    day.does(merge_players(day.t, merged, "Twin", DESK, day.at))
    drawn, seated = day.t.rounds[-1].players_as_paired, day.t.rounds[-1].players
    assert (set(drawn) == set(seated), "Twin" in drawn, named(day)) == (True, True, [])


def test_seeds_in_an_order_by_hand_are_no_lot() -> None:
    stages = (Stage("swiss", 1), Stage("single_elimination", players=3))
    day = Day("N1", "N2", "N3", "N4", "N5", "N6", stages=stages)
    day.plays(1, "N1 N2 1-0", "N3 N4 1-0", "N5 N6 1-0")
    by_hand = tuple(reversed(expected_qualifiers(day.t)))
    day.does(cut_stage(day.t, by_hand, DESK, day.at, "a play-off on cardboard"))
    assert (announced(day), paired(day, 1), named(day)) == ([], [by_hand[0]], [])


def test_the_order_of_an_announcement_tells_nothing_of_the_lots() -> None:
    day = opened(SINGLE, **dict.fromkeys(reversed(FIVE)))
    assert "among N5, N4, N3, N2, N1," in announced(day)[0]
    paired(day, 1)
    assert "among N5, N4, N3, N2, N1," in named(day)[0]


def test_a_bye_asked_for_is_no_part_of_a_lot() -> None:
    day = Day("N1", "N2", "N3", "N4", stages=(Stage("swiss", 3),))
    day.does(pair_round(day.t, 1, propose_pairing(day.t, {"N4": "half_bye"}), DESK, day.at))
    [bye] = {*day.t.rounds[0].byes} - {"N4"}
    assert named(day) == [
        "Byes of round 1: drawn by lot among N1, N2, N3, because they have the same score and history."
        f" Drawn: {bye}."
    ]


def test_numbers_by_lot_decide_the_free_rounds_of_a_round_robin() -> None:
    day = Day("N1", "N2", "N3", stages=(Stage("round_robin"),))
    numbers = "Numbers of the round robin:"
    assert announced(day) == [
        f"{numbers} a lot decides them among N1, N2, N3, and with them the round in which each has no game."
    ]
    for number in (1, 2, 3):
        [free] = paired(day, number)
        assert named(day) == [
            f"{numbers} drawn by lot among N1, N2, N3. By them {free} has no game in round {number}."
        ]
        day.starts(number)
        day.records(number, 1, "1-0")
        assert announced(day) == []


def test_a_leaver_of_a_round_robin_leaves_no_lot() -> None:
    day = Day("N1", "N2", "N3", "N4", stages=(Stage("round_robin"),))
    assert announced(day) == []
    paired(day, 1)
    day.starts(1)
    for table in (1, 2):
        day.records(1, table, "1-0")
    day.does(drop_player(day.t, "N4", DESK, day.at))
    assert paired(day, 2)
    assert named(day) == []


def test_a_later_swiss_bye_falls_by_lot_among_losers_without_a_bye() -> None:
    day = Day("N1", "N2", "N3", "N4", "N5", stages=(Stage("swiss", 3),))
    day.plays(1, "N1 N2 1-0", "N3 N4 1-0", "N5 bye")
    reason = "because the round is as good with each of them."
    assert announced(day) == [f"Byes of round 2: a lot decides 1 among N2, N4, {reason}"]
    [bye] = paired(day, 2)
    assert named(day) == [f"Byes of round 2: drawn by lot among N2, N4, {reason} Drawn: {bye}."]


def test_an_announced_swiss_lot_names_exactly_the_players_with_whom_the_round_is_as_good() -> None:
    rng = Random("byes")
    for _ in range(20):
        day = Day(*FIVE, stages=(Stage("swiss", 4),))
        for number in range(1, 5):
            before = announced(day)
            [bye] = paired(day, number)
            assert [sentence.partition("because")[0] for sentence in before] == [
                sentence.partition("because")[0].replace("drawn by lot", "a lot decides 1")
                for sentence in named(day)
            ]
            assert all(bye in sentence for sentence in before)
            day.starts(number)
            for table in (1, 2):
                day.records(number, table, rng.choice(["1-0", "0-1", "1/2"]))
