"""The Dutch system: the rounds of tournaments that a library of others generated, refusals, and turns."""

from __future__ import annotations

from typing import Any, TypeAlias

import pytest
from caissify_pairings.rtg import generate_tournament
from caissify_pairings.trf import parse_trf

from domain.tournament.pairing import propose_pairing
from domain.tournament.pairing.dutch.turns import Turn, turn_of_higher
from domain.tournament.plan import CHESS_POINTS, Points, Stage
from domain.tournament.refusals import Refused

from ..day import Day
from .played import meetings, round_played

DUTCH = (Stage("swiss", 9, engine="dutch"),)
RESULTS = {"1": "1-0", "0": "0-1", "=": "1/2"}


Rows: TypeAlias = dict[str, dict[int, dict[str, Any]]]
"""What the library generated: of each player, by round, whom it met, with which turn, and how that ended."""


def compared(players: int, rounds: int, seed: int) -> None:
    """Replays a generated tournament with its turns: in each round the same meet and have the bye."""
    printed = parse_trf(generate_tournament(players, rounds, seed=seed))["players"]
    rows: Rows = {f"p{row['starting_number']:03}": row["results"] for row in printed}
    day = Day(stages=(Stage("swiss", rounds, engine="dutch"),), points=CHESS_POINTS)
    for place, who in enumerate(rows):
        day.registers(who, rating=3000 - place)
    for number in range(1, rounds + 1):
        generated = tables(rows, number)
        proposed = propose_pairing(day.t)
        assert meetings(proposed) == set(map(frozenset, generated)), (players, seed, number)
        assert {bye.player for bye in proposed.byes} == rows.keys() - {who for t in generated for who in t}
        results = [f"{a} {b} {RESULTS[rows[a][number]['result']]}" for a, b in generated]
        day.plays(number, *results, *(f"{bye.player} bye" for bye in proposed.byes))


def tables(rows: Rows, number: int) -> list[tuple[str, str]]:
    """Returns the tables of a round that was generated."""
    return [
        (who, f"p{row[number]['opponent']:03}") for who, row in rows.items() if row[number]["color"] == "w"
    ]


@pytest.mark.parametrize(("players", "rounds", "seed"), [(9, 5, 1), (10, 5, 2), (15, 6, 3), (20, 7, 4)])
def test_a_generated_tournament_is_paired_as_it_was(players: int, rounds: int, seed: int) -> None:
    compared(players, rounds, seed)


def test_a_round_without_a_valid_pairing_is_refused_in_words() -> None:
    with pytest.raises(Refused, match="By the Dutch system this round has no pairing"):
        compared(6, 4, 461)


@pytest.mark.parametrize(
    ("higher", "lower", "seat"),
    [
        ("", "", "W"),
        ("", "B", "B"),
        ("B", "W", "W"),
        ("WB", "BW", "W"),
        ("WBB", "BWB", "W"),
        ("BWB", "WBB", "B"),
        ("BWBB", "BWWBB", "W"),
        ("BWWB", "BBWW", "W"),
        ("WBWB", "BWWB", "W"),
        ("BWWB", "WBWB", "B"),
        ("WBWB", "WBWB", "W"),
    ],
)
def test_turns_are_as_article_5_has_them(higher: str, lower: str, seat: str) -> None:
    had: list[list[Turn]] = [[0 if each == "W" else 1 for each in told] for told in (higher, lower)]
    assert "WB"[turn_of_higher(had[0], had[1], 0)] == seat


def test_the_higher_score_is_ranked_higher_whatever_the_numbers() -> None:
    day = Day(stages=DUTCH, points=CHESS_POINTS)
    for place, who in enumerate("abcd"):
        day.registers(who, rating=2000 - place)
    day.plays(1, "a d 0-1", "b c 1/2")
    day.plays(2, "d b 1-0", "c a 1-0")
    assert ("c", "d") in [table.seats for table in propose_pairing(day.t).tables]


def test_a_half_point_bye_does_not_keep_the_bye_of_the_pairing_away_and_a_full_one_does() -> None:
    day = Day(*"abcdefg", stages=DUTCH, points=CHESS_POINTS)
    round_played(day, f="full_bye", g="half_bye")
    last = [bye.player for bye in propose_pairing(day.t).byes]
    assert last != ["f"]
    assert round_played(day).count("bye") == 1
    for _ in range(3):
        round_played(day)
    had = [who for known in day.t.rounds for who, kind in known.byes.items() if kind == "bye"]
    assert len(set(had)) == len(had)


@pytest.mark.parametrize(
    ("stage", "points", "fault"),
    [
        (Stage("swiss", 3, (4,), engine="dutch"), CHESS_POINTS, "for Swiss rounds at tables of two"),
        (Stage("swiss", 3, engine="dutch"), Points(), "a draw is worth half a win"),
        (Stage("swiss", 3, engine="danish"), CHESS_POINTS, "there is no pairing engine “danish”"),
    ],
)
def test_an_engine_is_for_what_it_can_pair(stage: Stage, points: Points, fault: str) -> None:
    with pytest.raises(Refused, match=fault):
        Day(stages=(stage,), points=points)
