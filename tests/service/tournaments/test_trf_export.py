"""The Tournament Report File as other programs read it: the rules of the format, and another parser."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from caissify_pairings.trf import parse_trf

from domain.tournament.pairing.starting_ranks import starting_ranks
from domain.tournament.plan import CHESS_POINTS, Points, Stage
from domain.tournament.play.bye_requests import ask_bye
from domain.tournament.ranking.standings import compute_standings
from domain.tournament.registrations.roster import drop_player
from service.tournaments.exports.trf import write_trf
from tests.tournament.day import DESK, Day

from .random_days import swiss

MIRROR = {"1": "0", "0": "10", "=": "=", "+": "-", "-": "+-"}
"""The results that the opponent's line may have."""


def report(day: Day) -> str:
    """Returns the report of a day, its players by their ids."""
    return write_trf(day.t, day.facts, {who: who for who in day.t.players}, str)


def records(day: Day, *tags: str) -> list[str]:
    """Returns the records of a day with these tags."""
    return [line for line in report(day).split("\r\n") if line[:3] in tags]


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        (CHESS_POINTS, []),
        (Points(), ["162  W 3.0    D 1.0"]),
        (Points(bye=1), ["162  W 3.0    D 1.0    P 1.0"]),
        (Points(win=2, draw=1, loss=1, bye=1, unit=2), ["162  L 0.5    P 0.5"]),
    ],
)
def test_record_162_tells_only_what_differs_from_its_default(points: Points, expected: list[str]) -> None:
    day = Day("Ann", "Bob", "Cid", points=points)
    day.plays(1, "Ann Bob 1-0", "Cid bye")
    assert records(day, "162") == expected


def test_no_record_162_after_a_round_of_four_with_chess_points() -> None:
    """The case `trf-read-by-bbppairings`: its reader refuses the entry `A 0.0`."""
    day = Day(
        stages=[Stage("swiss", 5, engine="dutch")],
        points=Points(win=2, draw=1, bye=2, half_bye=1, full_bye=2, forfeit_won=2, unit=2),
        tiebreakers=("buchholz_cut_1",),
    )
    for name, rating in (("P1", 2390), ("P2", 2380), ("P3", 2370), ("P4", 2360)):
        day.registers(name, rating=rating)
    day.plays(1, "P1 P3 1-0", "P4 P2 1/2")
    assert records(day, "142", "162", "192") == ["142 5", "192 FIDE_DUTCH_2025"]
    assert "A 0.0" not in report(day)


def test_record_152_tells_the_initial_colour_once_a_round_is_paired() -> None:
    day = Day("Ann", "Bob", "Cid", "Dot")
    assert records(day, "152") == []
    day.plays(1, "Bob Ann 1-0", "Cid Dot 1-0")
    assert records(day, "152") == ["152 B"]


def test_who_asked_for_a_bye_and_who_left_have_byes_in_rounds_to_come() -> None:
    day = Day("Ann", "Bob", "Cid", "Dot", "Eve")
    day.plays(1, "Ann Bob 1-0", "Cid Dot 1-0", "Eve bye")
    day.does(drop_player(day.t, "Bob", DESK, day.at))
    day.does(ask_bye(day.t, "Eve", 3, "half_bye", DESK, day.at))
    assert records(day, "240") == ["240 Z 002    2", "240 H 003    5", "240 Z 003    2"]


@pytest.mark.parametrize(("seed", "engine"), [*((n, "") for n in range(12)), (20, "dutch"), (22, "dutch")])
def test_another_parser_reads_every_report_of_a_random_day(seed: int, engine: str) -> None:
    for day in swiss(seed, engine):
        read = parse_trf(report(day))
        ranks = {who: rank for rank, who in enumerate(starting_ranks(day.t, 1), 1)}
        scores = {row.player: float(row.points) for row in compute_standings(day.t, 1)}
        assert {each["name"]: each["starting_number"] for each in read["players"]} == ranks
        assert {each["name"]: each["score"] for each in read["players"]} == scores
        games = {each["starting_number"]: each["results"] for each in read["players"]}
        assert [*contradictions(games)] == []


def contradictions(games: dict[int, dict[int, dict[str, Any]]]) -> Iterator[str]:
    """Yields each game that only one of two lines has, or that they tell otherwise."""
    for number, results in games.items():
        for round_, game in results.items():
            if not (opponent := game["opponent"]):
                continue
            other = games[opponent].get(round_)
            if other is None or other["opponent"] != number or other["color"] == game["color"]:
                yield f"round {round_}: {number} – {opponent}"
            elif other["result"] not in MIRROR[game["result"]]:
                yield f"round {round_}: {game['result']}, {other['result']}"
