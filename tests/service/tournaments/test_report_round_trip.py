"""A tournament that leaves as a report file and comes back: the same standings, and the same next pairing."""

from __future__ import annotations

from typing import TypeAlias

import pytest

from domain.tournament.fold import fold
from domain.tournament.pairing import propose_pairing
from domain.tournament.pairing.starting_ranks import starting_ranks
from domain.tournament.plan import CHESS_POINTS, Points, Stage, Unplayed
from domain.tournament.play.pairings import pair_round
from domain.tournament.ranking.standings import compute_standings
from domain.tournament.state import Tournament
from service.bootstrap import Services
from service.tournaments.access import Actor
from service.tournaments.exports.trf import write_trf
from service.tournaments.report_files.options import ReportFile
from tests.tournament.day import DESK, DRAW, WIN, Day

from .random_days import swiss

ORGANIZER = Actor("organizer", "organizer:desk")
Ranks: TypeAlias = dict[str, int]


def brought_back(services: Services, day: Day) -> Tournament:
    """Returns a day as it comes back from its report file."""
    names = {who: f"Player {who}" for who in day.t.players}
    file = ReportFile(write_trf(day.t, day.facts, names, str), "arena")
    return fold(services.report_opener.prepare_report(file, ORGANIZER).facts)


def ranked(t: Tournament) -> list[tuple[object, ...]]:
    """Returns the standings by starting rank."""
    ranks = {who: rank for rank, who in enumerate(starting_ranks(t, 1), 1)}
    return sorted((row.rank, ranks[row.player], row.points, row.values) for row in compute_standings(t, 1))


def next_pairing(t: Tournament) -> tuple[set[tuple[int, ...]], set[tuple[int, Unplayed]]]:
    """Returns the tables and byes of the next round by starting rank."""
    ranks = {who: rank for rank, who in enumerate(starting_ranks(t, 1), 1)}
    pairing = propose_pairing(t)
    tables = {tuple(ranks[who] for who in table.seats) for table in pairing.tables}
    there = {who for who, entry in t.players.items() if entry.attendance == "playing"}
    byes = {(ranks[bye.player], bye.kind) for bye in pairing.byes if bye.player in there}
    return tables, byes


@pytest.mark.parametrize("seed", [30, 34])
def test_the_dutch_system_pairs_the_next_round_alike(services: Services, seed: int) -> None:
    compared = 0
    for day in swiss(seed, "dutch"):
        if day.t.rounds[-1].is_closed:
            back = brought_back(services, day)
            assert ranked(back) == ranked(day.t)
            if len(day.t.rounds) < day.t.plan_of(1).rounds:
                assert next_pairing(back) == next_pairing(day.t)
                compared += 1
    assert compared > 1


@pytest.mark.parametrize(
    ("seed", "points"), [*((n, CHESS_POINTS) for n in (40, 41, 42)), (50, Points()), (51, Points())]
)
def test_least_cost_pairs_the_next_round_at_the_same_cost(
    services: Services, seed: int, points: Points
) -> None:
    """Lots decide among pairings of the same cost, and a new tournament has a seed of its own."""
    for day in swiss(seed, points=points):
        if day.t.rounds[-1].is_closed:
            back = brought_back(services, day)
            assert ranked(back) == ranked(day.t)
            if len(day.t.rounds) < day.t.plan_of(1).rounds:
                assert propose_pairing(back).costs == propose_pairing(day.t).costs


def test_a_round_robin_goes_on_by_the_same_table(services: Services) -> None:
    day = Day(*(f"P{n}" for n in range(7)), stages=[Stage("round_robin", legs=2)], title="League")
    for number in range(1, 12):
        day.does(pair_round(day.t, number, propose_pairing(day.t), DESK, day.at))
        day.starts(number)
        for table in [*day.t.rounds[-1].tables]:
            day.records(number, table, WIN if table % 2 else DRAW)
        day.closes(number)
        back = brought_back(services, day)
        assert (back.plan_of(1), ranked(back)) == (day.t.plan_of(1), ranked(day.t))
        assert next_pairing(back) == next_pairing(day.t)
