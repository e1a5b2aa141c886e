"""The estimated effort of a pairing is no less than its measured processor time, in every format."""

from __future__ import annotations

from collections.abc import Callable
from time import thread_time

import pytest

from domain.tournament.facts import TournamentOpened
from domain.tournament.pairing import pairing_by_hand, propose_pairing
from domain.tournament.plan import CHESS_POINTS, Points, Stage, Tiebreaker
from domain.tournament.ranking.standings import compute_standings
from replays.proof import bundle
from replays.research.simulation import BY, Day
from service.tournaments.background.effort import export_seconds, is_long, pairing_seconds, standings_seconds

STAGES = {
    "swiss": Stage("swiss", 9),
    "dutch": Stage("swiss", 9, engine="dutch"),
    "swiss pods": Stage("swiss", 5, seats=(4, 5, 6)),
    "pods": Stage("pods", seats=(3, 4)),
    "single elimination": Stage("single_elimination"),
    "double elimination": Stage("double_elimination"),
    "round robin": Stage("round_robin"),
}


TIEBREAKERS: tuple[Tiebreaker, ...] = ("buchholz_cut_1", "opponents_rate", "head_to_head", "lot")


def day_of(stage: Stage, players: int, rounds: int = 1) -> Day:
    """Returns a day of so many *players* after so many *rounds*."""
    ratings = {f"p{number:04}": 2800 - number for number in range(players)}
    points = CHESS_POINTS if stage.engine else Points()
    day = Day(TournamentOpened("arena", (stage,), points, TIEBREAKERS, "", BY, 0), ratings, "effort")
    for _ in range(rounds):
        day.pair_round()
        day.play_round()
    return day


def measure_seconds(
    day: Day, work: Callable[[Day], object] = lambda day: propose_pairing(day.tournament)
) -> float:
    """Returns the least processor time of three pairings in this thread, or of other *work*."""
    seconds = []
    for _ in range(3):
        before = thread_time()
        work(day)
        seconds.append(thread_time() - before)
    return min(seconds)


@pytest.mark.parametrize("format_", STAGES)
@pytest.mark.parametrize("players", [40, 120])
def test_an_estimate_is_not_below_the_measured_time(format_: str, players: int) -> None:
    day = day_of(STAGES[format_], players)
    assert measure_seconds(day) <= pairing_seconds(day.tournament, 1)


def test_a_bracket_of_500_players_is_paired_in_the_request() -> None:
    day = day_of(STAGES["double elimination"], 500)
    assert not is_long(day.tournament)
    assert measure_seconds(day) <= pairing_seconds(day.tournament, 1)


def test_a_pairing_by_hand_does_not_wait_for_an_engine() -> None:
    day = day_of(STAGES["dutch"], 120)
    proposed = propose_pairing(day.tournament)
    before = thread_time()
    pairing_by_hand(day.tournament, proposed.tables, proposed.byes)
    assert thread_time() - before < measure_seconds(day) / 10


@pytest.mark.parametrize("format_", ["dutch", "swiss pods", "double elimination", "round robin"])
def test_the_estimates_of_standings_and_of_an_export_are_not_below_the_measured_time(format_: str) -> None:
    day = day_of(STAGES[format_], 120, rounds=3)
    assert measure_seconds(day, lambda day: compute_standings(day.tournament)) <= standings_seconds(
        day.tournament, 1, 3
    )
    export = measure_seconds(day, lambda day: bundle.write_bundle("T-1", bundle.SPECTATOR, day.facts))
    assert export <= export_seconds(day.tournament, 0, 0)
