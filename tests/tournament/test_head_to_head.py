"""Head-to-head equals what one computes by hand: article 6 of FIDE's C.07."""

from __future__ import annotations

from fractions import Fraction

import pytest

from domain.tournament.facts import Player
from domain.tournament.plan import CHESS_POINTS, Points
from domain.tournament.ranking.standings import compute_standings
from domain.tournament.scoring.history import Game
from domain.tournament.tiebreakers.direct import count_behind
from domain.tournament.tiebreakers.field import StageField

from .day import Day, number_reasons


def test_who_beat_the_others_that_are_tied_stands_first() -> None:
    day = Day("Ann", "Bob", "Cid", "Dot", tiebreakers=("head_to_head",))
    day.plays(1, "Ann Bob 0-1", "Cid Dot 1-0")
    day.plays(2, "Ann Cid 1-0", "Bob Dot 1/2")
    day.plays(3, "Ann Dot 1/2", "Bob Cid 1/2")
    # Bob 5, Ann and Cid 4, Dot 2: Ann beat Cid.
    assert [(row.rank, row.player) for row in compute_standings(day.t)] == [
        (1, "Bob"),
        (2, "Ann"),
        (3, "Cid"),
        (4, "Dot"),
    ]
    assert number_reasons(day.t, "Ann", "head_to_head") == [
        "Against Cid: 3.",
        "Of those tied, this many rank behind: 1.",
    ]


def test_while_some_have_not_met_only_what_is_certain_counts() -> None:
    day = Day("Ann", "Bob", "Cid", "Dot", "Eve", "Fay", tiebreakers=("head_to_head",))
    day.plays(1, "Ann Bob 1-0", "Cid Dot 1-0", "Eve Fay 1-0")
    day.plays(2, "Ann Cid 1-0", "Bob Fay 1-0", "Dot Eve 1/2")
    day.plays(3, "Ann Eve 0-1", "Bob Dot 1/2", "Cid Fay 1/2")
    # Ann 6, Eve 7; Bob and Cid have 4 and did not meet: neither is certain to stand before the other.
    ranks = {row.player: row.rank for row in compute_standings(day.t)}
    assert (ranks["Bob"], ranks["Cid"]) == (3, 3)
    assert number_reasons(day.t, "Bob", "head_to_head")[0] == "Against Cid: not met."


def test_whom_nobody_can_reach_any_more_is_first_of_those_tied() -> None:
    games = {
        "Ann": tuple(
            Game(number, 3, against={who: 1}) for number, who in enumerate(("Bob", "Cid", "Dot"), 1)
        ),
        **{
            who: (Game(number, 0, against={"Ann": 0}),) for number, who in enumerate(("Bob", "Cid", "Dot"), 1)
        },
    }
    field = StageField(Points(), games, 3, {}, lambda who: 0)
    assert count_behind(field, ("Bob", "Ann", "Cid", "Dot")) == {"Ann": 3, "Bob": 0, "Cid": 0, "Dot": 0}


def met(*results: str, points: Points = CHESS_POINTS) -> StageField:
    """Returns a field in which these games were played: `Ann Bob 1` was won by the first."""
    worth = {Fraction(1): points.win, Fraction(1, 2): points.draw, Fraction(0): points.loss}
    games: dict[Player, tuple[Game, ...]] = {}
    for number, (one, other, won) in enumerate((result.split() for result in results), 1):
        for who, whom, part in ((one, other, Fraction(won)), (other, one, 1 - Fraction(won))):
            game = Game(number, Fraction(worth[part], points.unit), against={whom: part})
            games[who] = (*games.get(who, ()), game)
    return StageField(points, games, len(results), {}, lambda who: 0)


@pytest.mark.parametrize(
    ("results", "expected"),
    [
        # 6.2: Ann and Bob have 2 of 3, Cid and Dot 1; of each two one has beaten the other.
        (
            ("Ann Bob 1", "Bob Cid 1", "Bob Dot 1", "Cid Ann 1", "Ann Dot 1", "Dot Cid 1"),
            {"Ann": 3, "Bob": 2, "Dot": 1, "Cid": 0},
        ),
        # 6.3: Ann has 3 and did not meet Dot, who comes to 2½ at most. Without the games with Ann, Bob has 2½
        # of 3, Dot and Eve 1½, Cid ½; Eve beat Dot.
        (
            (
                *("Ann Bob 1", "Ann Cid 1", "Ann Eve 1", "Bob Cid 1", "Bob Eve 1", "Bob Dot 1/2"),
                *("Dot Cid 1", "Eve Dot 1", "Eve Cid 1/2"),
            ),
            {"Ann": 4, "Bob": 3, "Eve": 2, "Dot": 1, "Cid": 0},
        ),
        # 6.3: Ann has 3½ and Bob 2½, where Dot and Eve, who did not meet, come to 2 at most: Bob is second by
        # these games, and would not be without the one that he drew with Ann.
        (
            (
                *("Ann Bob 1/2", "Ann Cid 1", "Ann Dot 1", "Ann Eve 1", "Bob Cid 1", "Bob Dot 1/2"),
                *("Bob Eve 1/2", "Cid Dot 1/2", "Cid Eve 1/2"),
            ),
            {"Ann": 4, "Bob": 3, "Cid": 0, "Dot": 0, "Eve": 0},
        ),
        # 6.1.2: Ann beat Bob twice, which is 1 on average. Cid has 1½.
        (("Ann Bob 1", "Ann Bob 1", "Cid Ann 1", "Bob Cid 1/2"), {"Cid": 2, "Ann": 1, "Bob": 0}),
    ],
)
def test_those_that_are_level_are_told_apart_again(
    results: tuple[str, ...], expected: dict[Player, int]
) -> None:
    assert count_behind(met(*results), tuple(sorted(expected))) == expected


def test_those_that_are_level_are_told_apart_by_the_points_of_the_event() -> None:
    games = ("Ann Cid 1", "Dot Ann 1", "Cid Dot 1", "Bob Ann 1/2", "Bob Cid 1/2", "Bob Dot 1/2")
    tied = ("Ann", "Bob", "Cid", "Dot")
    # With 1, ½, 0 all four have 1½. With 3, 1, 0 Bob has 3 by three draws, and each of the others 3 + 1 + 0.
    assert count_behind(met(*games), tied) == dict.fromkeys(tied, 0)
    assert count_behind(met(*games, points=Points()), tied) == {"Ann": 1, "Bob": 0, "Cid": 1, "Dot": 1}
