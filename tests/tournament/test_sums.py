"""Every number of the standings is the plain sum of the shown results and the lines of its explanation."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import get_args

import pytest

from domain.tournament.facts import PenaltyGiven
from domain.tournament.pairing import propose_pairing
from domain.tournament.plan import CHESS_POINTS, Format, Points, Stage, Tiebreaker
from domain.tournament.play.pairings import next_round_number, pair_round
from domain.tournament.ranking.standings import compute_standings
from domain.tournament.ranking.why import Reason, explain_number
from domain.tournament.refusals import Refused
from domain.tournament.registrations import roster
from domain.tournament.scoring import result_entry
from domain.tournament.scoring.results import Exact, Result, result_units
from domain.tournament.state import TableRef
from tests.tournament.day import BOTH_ABSENT, DESK, DOUBLE_LOSS, DRAW, FIRST_ABSENT, LOSS, WIN, Day

SUMS: tuple[Tiebreaker, ...] = (
    "buchholz",
    "buchholz_cut_1",
    "buchholz_median_1",
    "sonneborn_berger",
    "game_scores",
    "wins",
)
"""The tie-breakers that are sums of their lines."""
STAGES = {
    "swiss": Stage("swiss", 4),
    "swiss in pods": Stage("swiss", 3, seats=(3, 4)),
    "round_robin": Stage("round_robin"),
    "single_elimination": Stage("single_elimination", third_place=True),
    "double_elimination": Stage("double_elimination"),
    "pods": Stage("pods", seats=(3, 4)),
}


def played(stage: Stage, seed: int) -> Day:
    """A random day of a format: players leave, results are annulled, forfeited and corrected."""
    rng = Random(f"{stage}{seed}")
    names = [f"P{number:02}" for number in range(rng.randint(4, 9))]
    day = Day(*names, stages=(stage,), points=rng.choice((CHESS_POINTS, Points())), tiebreakers=SUMS)
    for _ in range(4):
        try:
            day.does(pair_round(day.t, next_round_number(day.t), propose_pairing(day.t), DESK, day.at))
        except Refused:
            break
        number = day.t.rounds[-1].number
        day.starts(number)
        for place, table in day.t.rounds[-1].tables.items():
            day.records(number, place, _result(rng, stage, len(table.seats)))
        day.closes(number)
        _happens(day, rng, number)
    return day


def _result(rng: Random, stage: Stage, seats: int) -> Result:
    if seats == 2:
        decisive = [WIN, LOSS, FIRST_ABSENT, Result((1, 2), (5, 3))]
        shared = [DRAW, DOUBLE_LOSS, BOTH_ABSENT]
        return rng.choice(decisive if "elimination" in stage.format else decisive + shared)
    places = list(range(1, seats + 1))
    rng.shuffle(places)
    return Result(tuple(places))


def _happens(day: Day, rng: Random, number: int) -> None:
    """Lets a player leave or be penalized, or a result be corrected, after a round."""
    playing = day.t.active_players(1)
    if rng.random() < 0.4 and len(playing) > 3:
        day.does(roster.drop_player(day.t, rng.choice(playing), DESK, day.at))
    if rng.random() < 0.3:
        given = PenaltyGiven(rng.choice(playing), "slow", DESK, day.at, "late", 1, number, points=1)
        day.does(result_entry.give_penalty(day.t, given))
    table = day.t.rounds[-1].tables.get(1)
    if table and table.result == WIN and rng.random() < 0.5:
        day.does(
            result_entry.correct_result(
                day.t, TableRef(1, number, 1), LOSS, "entered", DESK, day.at, "swapped"
            )
        )


def shown(day: Day, player: str) -> Exact:
    """The plain sum of the results that pages show of a player, and of its byes."""
    points, total = day.t.settings.points, Fraction(0)
    for round_ in day.t.rounds:
        if player in round_.byes:
            total += points.units_unplayed(round_.byes[player])
        for table in round_.tables.values():
            if player in table.seats and table.result is not None:
                total += Fraction(result_units(points, table.result, table.seats.index(player)))
    return total / points.unit


@pytest.mark.parametrize("stage", STAGES.values(), ids=STAGES)
def test_points_are_the_shown_results_and_their_reasons(stage: Stage) -> None:
    struck = 0
    for seed in range(14):
        day = played(stage, seed)
        for row in compute_standings(day.t):
            lines = explain_number(day.t, row.player, "points")
            penalties = sum(line.value for line in lines if str(line.sentence).startswith("A penalty"))
            annulled = sum(line.annulled for line in lines)
            assert row.points == shown(day, row.player) - annulled + penalties
            assert row.points == sum(line.value for line in lines)
            struck += sum(line.struck is not None for line in lines)
    assert bool(struck) == (stage.format == "round_robin")


@pytest.mark.parametrize("stage", STAGES.values(), ids=STAGES)
def test_tie_breakers_are_the_sums_of_their_lines(stage: Stage) -> None:
    for seed in range(6):
        day = played(stage, seed)
        points = {row.player: row.points for row in compute_standings(day.t)}
        for row in compute_standings(day.t):
            for breaker, value in zip(SUMS, row.values, strict=True):
                lines = explain_number(day.t, row.player, breaker)
                assert value == sum(line.value for line in lines)
                if breaker == "buchholz" and max(stage.seats) == 2:
                    _check_opponents(lines, points)


def _check_opponents(lines: list[Reason], points: dict[str, Exact]) -> None:
    """A line of an opponent gives the points on its page, or says why it does not."""
    for line in lines:
        sentence = str(line.sentence)
        if "virtual opponent" in sentence or "at the end as draws" in sentence or "against" not in sentence:
            continue
        opponent = sentence.partition("against ")[2][:3]
        assert line.value == points[opponent]


def test_every_format_is_among_them() -> None:
    assert {stage.format for stage in STAGES.values()} == set(get_args(Format))


def test_a_withdrawal_before_half_of_a_round_robin_strikes_its_results_through() -> None:
    day = Day("Ann", "Bob", "Cid", "Dot", "Eve", "Flo", stages=(Stage("round_robin"),))
    day.plays(1, "Ann Bob 1-0", "Cid Dot 1-0", "Eve Flo 1-0")
    day.does(roster.drop_player(day.t, "Bob", DESK, day.at))
    [line, together] = explain_number(day.t, "Ann", "points")
    assert str(line.sentence) == (
        "Round 1, against Bob: 3. It does not count: Bob withdrew before half of the games."
    )
    assert (str(line.struck), line.annulled, str(together.sentence)) == (
        "Round 1, against Bob: 3.",
        3,
        "Together: 0.",
    )
