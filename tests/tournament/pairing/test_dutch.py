"""The Dutch system: tournaments that its library generated are paired as it paired them, from our facts."""

from __future__ import annotations

import sys

import pytest
from caissify_pairings.rtg import generate_tournament
from caissify_pairings.trf import parse_trf

from domain.tournament import pairings
from domain.tournament.pairing import propose
from domain.tournament.pairings import Pairing
from domain.tournament.plan import CHESS, Points, Stage
from domain.tournament.refusals import Refused

from ..day import DESK, Day
from .played import round_played

DUTCH = (Stage("swiss", 9, engine="dutch"),)
RESULTS = {"1": "1-0", "0": "0-1", "=": "1/2"}


def compared(players: int, rounds: int, seed: int) -> None:
    """Replays a generated tournament; each round is proposed just so, or with all turns the other way round.

    Who has the first turn of all is drawn by lot, by the library as by us.
    """
    printed = parse_trf(generate_tournament(players, rounds, seed=seed))["players"]
    rows = {f"p{row['starting_number']:03}": row["results"] for row in printed}
    day = Day(stages=(Stage("swiss", rounds, engine="dutch"),), points=CHESS)
    for place, who in enumerate(rows):
        day.registers(who, rating=3000 - place)
    mirrored = propose(day.t).tables[0].seats[0] not in whites(rows, 1)
    for number in range(1, rounds + 1):
        proposed = propose(day.t)
        seats = {table.seats[::-1] if mirrored else table.seats for table in proposed.tables}
        assert seats == set(whites(rows, number).items()), (players, seed, number)
        assert {bye.player for bye in proposed.byes} == {
            who for who, row in rows.items() if row[number]["opponent"] is None
        }
        play(day, number, proposed, rows)


def whites(rows: dict[str, dict[int, dict[str, object]]], number: int) -> dict[str, str]:
    """Returns whom each player with the first turn met."""
    return {who: f"p{row[number]['opponent']:03}" for who, row in rows.items() if row[number]["color"] == "w"}


def play(day: Day, number: int, proposed: Pairing, rows: dict[str, dict[int, dict[str, object]]]) -> None:
    """Plays a round with the results that were generated."""
    day.does(pairings.pair(day.t, number, proposed, DESK, day.at))
    day.starts(number)
    for table in proposed.tables:
        day.records(number, table.number, RESULTS[str(rows[table.seats[0]][number]["result"])])
    day.closes(number)


@pytest.mark.parametrize(("players", "rounds", "seed"), [(9, 5, 1), (10, 5, 2), (15, 6, 3), (20, 7, 4)])
def test_a_generated_tournament_is_paired_as_it_was(players: int, rounds: int, seed: int) -> None:
    compared(players, rounds, seed)


def test_a_half_point_bye_does_not_keep_the_bye_of_the_pairing_away_and_a_full_one_does() -> None:
    day = Day(*"abcdefg", stages=DUTCH, points=CHESS)
    round_played(day, f="full_bye", g="half_bye")
    last = [bye.player for bye in propose(day.t).byes]
    assert last != ["f"]
    assert round_played(day).count("bye") == 1
    for _ in range(3):
        round_played(day)
    had = [who for known in day.t.rounds for who, kind in known.byes.items() if kind == "bye"]
    assert len(set(had)) == len(had)


def test_where_the_library_is_missing_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    day = Day("Ann", "Bob", stages=DUTCH, points=CHESS)
    monkeypatch.setitem(sys.modules, "caissify_pairings", None)
    with pytest.raises(Refused, match="The Dutch system is not installed here"):
        propose(day.t)


@pytest.mark.parametrize(
    ("stage", "points", "fault"),
    [
        (Stage("swiss", 3, (4,), engine="dutch"), CHESS, "for Swiss rounds at tables of two"),
        (Stage("swiss", 3, engine="dutch"), Points(), "a draw is worth half a win"),
        (Stage("swiss", 3, engine="danish"), CHESS, "there is no pairing engine “danish”"),
    ],
)
def test_an_engine_is_for_what_it_can_pair(stage: Stage, points: Points, fault: str) -> None:
    with pytest.raises(Refused, match=fault):
        Day(stages=(stage,), points=points)
