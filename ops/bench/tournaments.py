"""Tournaments: how long organizers of a great many players wait for pairings, standings and tables.

What is computed alone is told in time of the processor, which says the same however much else a machine does.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from statistics import median
from time import perf_counter, process_time

from domain.tournament.facts import TournamentOpened
from domain.tournament.pairing import propose_pairing
from domain.tournament.plan import CHESS_POINTS, Points, Stage, Tiebreaker
from domain.tournament.ranking.standings import compute_standings
from replays.research.simulation import BY, Day
from service.app import attach_services, build_app
from service.bootstrap import Services
from service.settings import Settings
from service.tournaments.access import Actor
from service.tournaments.announcement import NewTournament
from service.tournaments.commands import Pair, Publish, Register, Start
from service.tournaments.entry.entrants import Entrant

from . import sample
from .figure import Figure, at_most
from .ground import Ground

PLAYERS, ROUNDS = 1000, 10
DUTCH_PLAYERS, DUTCH_ROUNDS = 300, 9
IN_PODS, SEATS = 600, (5, 6)
TABLES, ENDING = 64, 200
BREAKERS: tuple[Tiebreaker, ...] = ("opponents_rate", "buchholz_cut_1", "sonneborn_berger", "lot")
ORGANIZER = Actor("organizer", BY)


def measure(ground: Ground) -> list[Figure]:
    """Measures what organizers wait for: the last pairing of a large field, standings, a round that opens."""
    swiss = played(Stage("swiss", ROUNDS), PLAYERS, ROUNDS - 1)
    pods = played(Stage("swiss", 4, seats=SEATS), IN_PODS, 3)
    dutch = played(Stage("swiss", DUTCH_ROUNDS, engine="dutch"), DUTCH_PLAYERS, 1, CHESS_POINTS)
    gc.collect()
    gc.freeze()  # what is held here for measuring would be searched for garbage with what a service holds
    paired = [_timed(lambda: propose_pairing(swiss.tournament)) for _ in range(ground.rounds)]
    by_dutch = [_timed(lambda: propose_pairing(dutch.tournament)) for _ in range(ground.rounds)]
    in_pods = [_timed(lambda: propose_pairing(pods.tournament)) for _ in range(ground.rounds)]
    ranked = [_timed(lambda: compute_standings(swiss.tournament)) for _ in range(ground.rounds)]
    figures = [
        Figure(f"pairing round {ROUNDS} of {PLAYERS:,}", median(paired), "ms", targets=(at_most(5000),)),
        Figure(
            f"pairing {DUTCH_PLAYERS} by the Dutch system", median(by_dutch), "ms", targets=(at_most(5000),)
        ),
        Figure(f"pairing {IN_PODS} in pods of 5 and 6", median(in_pods), "ms", targets=(at_most(10_000),)),
        Figure(f"standings of {PLAYERS:,} players", median(ranked), "ms", targets=(at_most(200),)),
        Figure(
            f"standings as known five rounds ago, of {PLAYERS:,} players, over HTTP",
            past(ground, swiss),
            "ms",
            targets=(at_most(300),),
        ),
        Figure(f"opening the {TABLES} matches of a round", opening(ground), "ms", targets=(at_most(2000),)),
        Figure(
            f"recording {ENDING} matches that end at once", ending(ground), "ms", targets=(at_most(1000),)
        ),
    ]

    gc.unfreeze()
    return figures


def played(stage: Stage, players: int, rounds: int, points: Points | None = None) -> Day:
    """Returns a tournament of so many players after so many rounds."""
    rng = Random(players)
    ratings = {f"p-{one:016}": round(rng.gauss(1500, 150)) for one in range(players)}
    day = Day(TournamentOpened("arena", (stage,), points or Points(), BREAKERS, "", BY, 0), ratings, "bench")
    for _ in range(rounds):
        day.pair_round()
        day.play_round()
    return day


def past(ground: Ground, day: Day) -> float:
    """Returns what a reply takes that tells the standings as they were known in the middle, in ms."""
    with ground.directory() as directory:
        settings = Settings(data=directory, runner=False)
        app = build_app(settings)
        attach_services(app, settings)
        services: Services = app.extensions["services"]
        try:
            text = services.tournaments.create(day.facts[:1]).tournament
            services.tournaments.execute(text, lambda t: day.facts[1:])
            positions = services.store.tree.positions_of(text)
            last = positions[next(fact.seq for fact in day.facts if getattr(fact.event, "round", 0) == 6)]
            client, path = app.test_client(), f"/api/v1/tournaments/{text}/standings?round=5&known={last}"
            waits = []
            for _ in range(ground.rounds):
                before = process_time()
                reply = client.get(path)
                waits.append(1000 * (process_time() - before))
                assert reply.status_code == 200, reply.text
            return median(waits)
        finally:
            services.close()


def opening(ground: Ground) -> float:
    """Returns how long it takes from the start of a round until all its matches are open, in ms."""
    waits = []
    for _ in range(ground.rounds):
        with _published(ground, TABLES) as (services, text):
            before = perf_counter()
            services.organizing.run(text, Start(1, 1), ORGANIZER)
            services.results.catch_up()
            waits.append(1000 * (perf_counter() - before))
            [round_] = services.tournaments.get(text).rounds
            assert all(table.match for table in round_.tables.values())
    return median(waits)


def ending(ground: Ground) -> float:
    """Returns how long it takes until the results of matches that ended at the same time stand, in ms."""
    with _published(ground, ENDING) as (services, text):
        services.organizing.run(text, Start(1, 1), ORGANIZER)
        services.results.catch_up()
        [round_] = services.tournaments.get(text).rounds
        for table in round_.tables.values():
            tokens = [
                services.matches.sit(table.match, seat, player, "").token
                for seat, player in enumerate(table.seats)
            ]
            services.agreements.concede(table.match, tokens[0])
        before = perf_counter()
        services.results.catch_up()
        wait = 1000 * (perf_counter() - before)
        [round_] = services.tournaments.get(text).rounds
        assert not round_.missing_results
        return wait


@contextmanager
def _published(ground: Ground, tables: int) -> Iterator[tuple[Services, str]]:
    """Yields a service, and a tournament whose first round of so many *tables* is published."""
    with (
        ground.directory() as directory,
        Services(Settings(data=directory, runner=False), sample.LIBRARY) as services,
    ):
        plan = NewTournament("bench", "arena", (Stage("swiss", 3),), online=True)
        text = services.organizing.open(plan, ORGANIZER).tournament
        names = tuple(Entrant(name=f"Player {one}") for one in range(2 * tables))
        for command in (Register(names), Pair(1), Publish(1, 1)):
            services.organizing.run(text, command, ORGANIZER)
        services.results.catch_up()
        yield services, text


def _timed(work: Callable[[], object]) -> float:
    before = process_time()
    work()
    return 1000 * (process_time() - before)
