"""Large Dutch fields: pairs in their order, and an effort that grows slowly with the field."""

from __future__ import annotations

import cProfile
from random import Random

import pytest

from domain.tournament.pairing import propose_pairing
from domain.tournament.plan import CHESS_POINTS, Stage
from domain.tournament.play import pairings
from domain.tournament.play.pairings import Pairing

from ..day import DESK, DRAW, LOSS, WIN, Day
from .played import paired


def day_of(players: int, rounds: int) -> Day:
    """Returns a day of so many *players* after so many rounds with random results."""
    random = Random(players)
    day = Day(stages=(Stage("swiss", 7, engine="dutch"),), points=CHESS_POINTS)
    for number in range(players):
        day.registers(f"p{number:03}", rating=2800 - number)
    for number in range(1, rounds + 1):
        proposed = paired(day)
        day.starts(number)
        for table in proposed.tables:
            day.records(number, table.number, random.choice((WIN, LOSS, DRAW)))
        day.closes(number)
    return day


def proposal(day: Day) -> tuple[Pairing, int]:
    """Returns the proposed round, and the calls of functions that it takes."""
    profile = cProfile.Profile()
    proposed = profile.runcall(propose_pairing, day.t)
    return proposed, sum(entry.callcount for entry in profile.getstats())


def test_the_second_round_of_120_players_is_paired_at_once() -> None:
    day = day_of(120, 1)
    proposed, calls = proposal(day)
    met = {frozenset(table.seats) for table in day.t.rounds[0].tables.values()}
    assert (len(proposed.tables), proposed.byes) == (60, ())
    assert not met & {frozenset(table.seats) for table in proposed.tables}
    assert calls < 1_000_000


def test_twice_the_players_take_at_most_six_times_the_work() -> None:
    efforts = [proposal(day_of(players, 2))[1] for players in (40, 80, 160)]
    assert max(efforts[1] / efforts[0], efforts[2] / efforts[1]) < 6


@pytest.mark.parametrize("players", [149, 150])
def test_a_first_round_is_the_upper_half_against_the_lower(players: int) -> None:
    day = day_of(players, 0)
    proposed = propose_pairing(day.t)
    tables = [tuple(sorted(table.seats)) for table in proposed.tables]
    half = players // 2
    assert tables == [(f"p{number:03}", f"p{number + half:03}") for number in range(half)]
    assert [bye.player for bye in proposed.byes] == [f"p{players - 1:03}"] * (players % 2)
    assert pairings.pair_round(day.t, 1, proposed, DESK, day.at)
