"""A round for which no player is left, or one, or only players who asked for a bye (cobra #468)."""

from __future__ import annotations

import pytest

from domain.tournament.pairing import explain_why_not, next_round_input, propose_pairing
from domain.tournament.plan import CHESS_POINTS, Stage
from domain.tournament.play import bye_requests, pairings
from domain.tournament.refusals import Refused
from domain.tournament.registrations import roster
from domain.tournament.scoring.results import Result

from ..day import DESK, Day

PLANS = {
    "swiss": Stage("swiss", 3),
    "dutch": Stage("swiss", 3, engine="dutch"),
    "swiss pods": Stage("swiss", 3, (4, 3)),
    "round robin": Stage("round_robin"),
    "single elimination": Stage("single_elimination", third_place=True),
    "double elimination": Stage("double_elimination"),
    "pods": Stage("pods", seats=(4, 3)),
}
WITH_BYES = [name for name, plan in PLANS.items() if plan.format in ("swiss", "round_robin")]
every_format = pytest.mark.parametrize("plan", PLANS.values(), ids=PLANS)


def drops(day: Day, *players: str) -> None:
    for player in players:
        day.does(roster.drop_player(day.t, player, DESK, day.at))


def pairs(day: Day) -> tuple[int, int]:
    """Pairs the next round; returns how many tables and byes it has."""
    proposed = propose_pairing(day.t)
    day.does(pairings.pair_round(day.t, next_round_input(day.t).number, proposed, DESK, day.at))
    return len(proposed.tables), len(proposed.byes)


@every_format
@pytest.mark.parametrize("dropped", ["", "a", "ab"])
def test_a_first_round_needs_two_players(plan: Stage, dropped: str) -> None:
    day = Day(*dropped, stages=(plan,), points=CHESS_POINTS)
    drops(day, *dropped)
    with pytest.raises(Refused, match="No player is left to play"):
        pairs(day)
    day.registers("z")
    with pytest.raises(Refused, match="Only z is left to play"):
        pairs(day)


@every_format
def test_a_later_round_needs_players_too(plan: Stage) -> None:
    day = Day(*"abcdefgh", stages=(plan,), points=CHESS_POINTS)
    pairs(day)
    day.starts(1)
    for number, table in day.t.rounds[0].tables.items():
        day.records(1, number, Result(tuple(range(1, 1 + len(table.seats)))))
    day.closes(1)
    drops(day, *"abcdefg")
    if plan.format == "round_robin":
        assert pairs(day) == (0, 1)  # the games of those who left late are won
    else:
        with pytest.raises(Refused, match=r"Only h is left to play|This stage is decided"):
            pairs(day)
    drops(day, "h")
    with pytest.raises(Refused, match="No player is left to play"):
        pairs(day)


@pytest.mark.parametrize("name", WITH_BYES)
def test_players_who_all_asked_for_a_bye_have_a_round_of_byes(name: str) -> None:
    for asking in ("abc", "ab"):
        day = Day(*"abc", stages=(PLANS[name],), points=CHESS_POINTS)
        for player in asking:
            day.does(bye_requests.ask_bye(day.t, player, 1, "zero_bye", DESK, day.at))
        assert pairs(day) == (0, 3)


def test_why_two_players_without_any_other_do_not_meet_is_answered() -> None:
    day = Day("a", "b")
    day.pairs(1, "a bye", "b bye")
    assert explain_why_not(day.t, 1, "a", "b").instead in ((("a", "b"),), (("b", "a"),))
