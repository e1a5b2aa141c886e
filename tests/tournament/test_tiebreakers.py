"""Tie-breakers equal what one computes by hand: FIDE's C.07, and appendix C of the Magic tournament rules."""

from __future__ import annotations

from fractions import Fraction

import pytest

from domain.tournament.facts import Player
from domain.tournament.plan import CHESS_POINTS, Points, Stage, Tiebreaker
from domain.tournament.ranking.standings import compute_standings
from domain.tournament.registrations import roster
from domain.tournament.scoring.history import Game
from domain.tournament.scoring.results import Exact, Result
from domain.tournament.tiebreakers.field import StageField
from domain.tournament.tiebreakers.opponents import buchholz_tally, opponents_rate, sonneborn_berger

from .day import DESK, Day, number_reasons

OPEN: tuple[Tiebreaker, ...] = (
    "buchholz",
    "buchholz_cut_1",
    "buchholz_median_1",
    "sonneborn_berger",
    "wins",
)


def values(day: Day, breaker: Tiebreaker) -> dict[Player, Exact]:
    """Returns what a tie-breaker gives everybody."""
    at = day.t.settings.tiebreakers.index(breaker)
    return {row.player: row.values[at] for row in compute_standings(day.t)}


def unplayed() -> Day:
    """A pairing-allocated bye each in rounds 1 and 3, a half-point bye, a forfeit: of three rounds.

    Points: Ann 3; Bob 1½, Cid 1½, Dot 1½; Eve 1. Nobody's score counts otherwise for opponents.
    """
    day = Day("Ann", "Bob", "Cid", "Dot", "Eve", points=CHESS_POINTS, tiebreakers=OPEN)
    day.plays(1, "Ann Bob 1-0", "Cid Dot 1/2", "Eve bye")
    day.plays(2, "Ann Cid 1-0", "Eve Bob 0-1", "Dot half")
    day.plays(3, "Ann Eve +--", "Bob Dot 1/2", "Cid bye")
    return day


@pytest.mark.parametrize(
    ("breaker", "ann", "bob", "cid", "dot", "eve"),
    [
        # Ann: 1½ + 1½, and a dummy with no more than the 1 of Eve, who did not come.
        # Cid: 1½ + 3, and a dummy with Cid's 1½, which is three draws. Eve: the dummies have Eve's 1.
        ("buchholz", 4, 5.5, 6, 4.5, 3.5),
        # Dot's half-point bye and Eve's forfeit are cut before all others; else the lowest is.
        ("buchholz_cut_1", 3, 4.5, 4.5, 3, 2.5),
        ("buchholz_median_1", 1.5, 1.5, 1.5, 1.5, 1),
        # Bob: 1 of Eve and half of 1½. Dot: half of 1½, three times, once of the dummy.
        ("sonneborn_berger", 4, 1.75, 2.25, 2.25, 1),
        ("wins", 3, 1, 1, 0, 1),
    ],
)
def test_unplayed_rounds(
    breaker: Tiebreaker, ann: float, bob: float, cid: float, dot: float, eve: float
) -> None:
    assert values(unplayed(), breaker) == {"Ann": ann, "Bob": bob, "Cid": cid, "Dot": dot, "Eve": eve}


def test_ties_are_broken_by_one_after_the_other() -> None:
    table = [(row.rank, row.player, float(row.points)) for row in compute_standings(unplayed().t)]
    assert table == [(1, "Ann", 3), (2, "Cid", 1.5), (3, "Bob", 1.5), (4, "Dot", 1.5), (5, "Eve", 1)]


def test_who_left_counts_for_opponents_as_drawing_and_a_bye_one_asked_for_is_cut_first() -> None:
    day = Day("Ann", "Bob", "Cid", "Dot", points=CHESS_POINTS, tiebreakers=OPEN)
    day.plays(1, "Ann Bob 1-0", "Cid Dot 1-0")
    day.does(roster.drop_player(day.t, "Dot", DESK, day.at))
    day.plays(2, "Ann Bob 1/2", "Cid half")
    day.plays(3, "Ann Cid 0-1", "Bob half")
    # Cid has 2½: Dot's score counts 0 + ½ + ½, the dummy's 1½ (three draws), Ann's 1½.
    assert values(day, "buchholz")["Cid"] == 4
    assert values(day, "buchholz_cut_1")["Cid"] == 2.5
    assert number_reasons(day.t, "Cid", "buchholz_cut_1") == [
        "Round 1, against Dot: 1, with its unplayed rounds at the end as draws.",
        "Round 2, a half-point bye: 1.5, cut away.",
        "Round 3, against Ann: 1.5.",
        "Together: 2.5.",
    ]


def test_the_example_that_the_arbiters_manual_prints_for_the_rules_of_2026() -> None:
    # FIDE Arbiters' Manual 2026, page 258: ten rounds, a zero-point bye in the fourth.
    told: list[tuple[float, float | None]] = [(1, 5), (1, 5), (0, 6.5), (0, None), (1, 4.5)]
    told += [(0.5, 6), (1, 5), (0.5, 6.5), (1, 5.5), (1, 6)]
    games: dict[Player, tuple[Game, ...]] = {"Laxman": ()}
    for number, (won, score) in enumerate(told, 1):
        part = Fraction(won)
        if score is None:
            game = Game(number, 0, "zero_bye")
        else:
            game = Game(number, part, against={f"of {number}": part})
            games[f"of {number}"] = (Game(1, Fraction(score), against={"somebody": 1}),)
        games["Laxman"] += (game,)
    field = StageField(CHESS_POINTS, games, 10, {}, lambda who: 0)
    assert buchholz_tally(field, "Laxman").value == 55  # the dummy has five points and not seven (16.4.2)
    assert buchholz_tally(field, "Laxman", lowest=1).value == 50  # it is cut, and not the 4½ (16.5.1)
    assert sonneborn_berger(field, "Laxman").value == 37.25


# -- the opponents' point rate -------------------------------------------------------------------------


def record(won: int, lost: int, drawn: int, byes: int = 0) -> tuple[Game, ...]:
    """Returns the games of a player with such a record, the byes among those won."""
    points = [3] * (won - byes) + [0] * lost + [1] * drawn
    games = [Game(number, worth) for number, worth in enumerate(points, 1)]
    return (*games, *(Game(len(games) + 1 + i, 3, "bye") for i in range(byes)))


def eight_rounds(*opponents: tuple[int, int, int], byes: int = 0) -> StageField:
    """A field of eight rounds: Ann, and the opponents that she met, with these records."""
    games = {f"of {number}": record(*each) for number, each in enumerate(opponents, 1)}
    met = [Game(number, 3, against={who: 1}) for number, who in enumerate(games, 1)]
    ann = (*met, *(Game(len(met) + 1 + i, 3, "bye") for i in range(byes)))
    return StageField(Points(), {"Ann": ann, **games}, 8, {}, lambda who: 0)


@pytest.mark.parametrize(
    ("games", "expected"),
    [
        (record(5, 2, 1), Fraction(16, 24)),
        (record(1, 3, 0), Fraction(3, 12)),  # dropped after round 4
        (record(3, 2, 0, byes=1), Fraction(9, 15)),
    ],
)
def test_the_rate_is_that_of_the_rounds_a_player_took_part_in(
    games: tuple[Game, ...], expected: Fraction
) -> None:
    field = StageField(Points(), {"Ann": games}, 8, {}, lambda who: 0)
    assert field.point_rates["Ann"] == expected


def test_the_opponents_rate_is_their_average_and_none_counts_less_than_a_third() -> None:
    field = eight_rounds(
        (4, 4, 0), (7, 1, 0), (1, 3, 1), (3, 3, 1), (6, 2, 0), (5, 2, 1), (4, 3, 1), (6, 1, 1)
    )
    third = Fraction(33, 100)  # instead of 4/15
    tallied = opponents_rate(field, "Ann")
    assert [line.value for line in tallied.make_lines() if line.note == "floor"] == [third]
    of_24 = Fraction(12 + 21 + 18 + 16 + 13 + 19, 24)
    assert tallied.value == (of_24 + third + Fraction(10, 21)) / 8
    assert round(float(tallied.value), 2) == 0.62


def test_a_bye_of_ones_own_is_no_opponent() -> None:
    field = eight_rounds((7, 1, 0), (1, 3, 1), byes=1)
    assert opponents_rate(field, "Ann").value == (Fraction(21, 24) + Fraction(33, 100)) / 2


def test_the_opponents_rate_is_told_opponent_by_opponent() -> None:
    day = Day("Ann", "Bob", "Cid", "Dot", tiebreakers=("opponents_rate",))
    day.plays(1, "Ann Bob 1-0", "Cid Dot 1-0")
    day.plays(2, "Ann Cid 1-0", "Bob Dot 1/2")
    assert number_reasons(day.t, "Ann", "opponents_rate") == [
        "Round 1, against Bob: 0.33, the floor.",
        "Round 2, against Cid: 0.5.",
        "On average: 0.415.",
    ]


# -- the points of the event, and forfeits --------------------------------------------------------------


def test_sonneborn_berger_takes_the_points_of_the_event() -> None:
    day = Day("Ann", "Bob", "Cid", "Dot", tiebreakers=("sonneborn_berger",))
    day.plays(1, "Ann Bob 1-0", "Cid Dot 1/2")
    day.plays(2, "Cid Ann 1-0", "Bob Dot 1-0")
    day.plays(3, "Ann Dot 1/2", "Bob Cid 1/2")
    # Ann and Bob have 4, Cid 5, Dot 2. Cid: 1 · 2 + 3 · 4 + 1 · 4; Dot: 1 · 5 + 0 · 4 + 1 · 4.
    assert values(day, "sonneborn_berger") == {"Ann": 14, "Bob": 11, "Cid": 18, "Dot": 9}
    assert number_reasons(day.t, "Ann", "sonneborn_berger")[:3] == [
        "Round 1, against Bob: 12.",
        "Round 2, against Cid: 0.",
        "Round 3, against Dot: 2.",
    ]


def test_a_forfeit_in_a_round_robin_counts_as_played() -> None:
    breakers: tuple[Tiebreaker, ...] = ("sonneborn_berger", "head_to_head")
    league = Stage("round_robin", 3)
    day = Day("Ann", "Bob", "Cid", stages=(league,), points=CHESS_POINTS, tiebreakers=breakers)
    day.plays(1, "Ann Bob +--", "Cid zero")
    day.plays(2, "Bob Cid 1-0", "Ann zero")
    day.plays(3, "Cid Ann 1-0", "Bob zero")
    # Each has beaten one who has 1 point. In a Swiss stage Bob's last round would count as half a point.
    assert values(day, "sonneborn_berger") == {"Ann": 1, "Bob": 1, "Cid": 1}
    assert number_reasons(day.t, "Ann", "head_to_head")[:2] == ["Against Bob: 1.", "Against Cid: 0."]


# -- a player's own ------------------------------------------------------------------------------------


def test_pods_are_told_apart_by_placings_and_scores() -> None:
    breakers: tuple[Tiebreaker, ...] = ("placings", "game_scores")
    day = Day("Ann", "Bob", "Cid", "Dot", stages=(Stage("swiss", 1, (4,)),), tiebreakers=breakers)
    day.pairs(1, "Ann Bob Cid Dot")
    day.starts(1)
    day.records(1, 1, Result((1, 2, 2, 4), (20, 15, 18, 3)))
    rows = compute_standings(day.t)
    assert [(row.player, row.values) for row in rows] == [
        ("Ann", (1, 20)),
        ("Cid", (Fraction(1, 2), 18)),
        ("Bob", (Fraction(1, 2), 15)),
        ("Dot", (0, 3)),
    ]
    assert number_reasons(day.t, "Cid", "placings")[0] == "Round 1, against Ann, Bob, Dot: 0.5."


def test_where_nothing_else_decides_the_lot_does_and_the_same_each_time() -> None:
    day = Day("Ann", "Bob", tiebreakers=("lot",))
    day.plays(1, "Ann Bob 1/2")
    first, second = compute_standings(day.t)
    assert (first.rank, second.rank) == (1, 2)
    assert first.values > second.values
    assert compute_standings(day.t) == (first, second)
    assert number_reasons(day.t, "Ann", "lot")[0].startswith("Drawn by lot: ")
