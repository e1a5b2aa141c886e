"""Whoever carries on a tournament is killed before and after all that it writes: all is done once."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from domain.tournament.facts import MatchBound, ResultCorrected, ResultRecorded, Seating
from domain.tournament.plan import Stage
from domain.tournament.scoring.results import Result
from domain.tournament.state import Table
from service.bootstrap import Services
from service.cases.rulings import Ruling
from service.catalog.cardsets import CardSetRegistry
from service.settings import Settings
from service.tournaments.access import Actor
from service.tournaments.commands import Pair, Publish, Register, Start
from service.tournaments.entry.entrants import Entrant
from service.tournaments.plans import NewTournament
from tests.faults.carriers import Carriers, carriers
from tests.faults.conftest import TIMES

TABLES = 3 * TIMES
E = TypeVar("E")
DESK = Actor("organizer", "organizer:desk")
RULE = "SA-601"
LIVES = 200 * TIMES
"""More than enough to come to an end in."""


def started(services: Services) -> str:
    """A tournament whose first round has just started, at tables that are played here."""
    plan = NewTournament("Spring Open", "arena", (Stage("swiss", 3),), online=True)
    tournament, run = (
        services.tournament_service.create_tournament(plan, DESK).tournament,
        services.tournament_service.run_command,
    )
    everybody = tuple(Entrant(f"Player {number}") for number in range(2 * TABLES))
    players = [*run(tournament, Register(everybody), DESK).tournament_state.players]
    seated = (Seating(n + 1, (players[2 * n], players[2 * n + 1])) for n in range(TABLES))
    for command in (Pair(1, tuple(seated)), Publish(1, 1), Start(1, 1)):
        run(tournament, command, DESK)
    return tournament


def carried(workers: Carriers) -> int:
    """Lets one after the other die before it writes something, and after; returns how many have died."""
    deaths = 0
    while workers.live("before"):
        assert workers.live("after")
        deaths += 2
        assert deaths < LIVES
    return deaths


def tables(services: Services, tournament: str) -> list[Table]:
    """The tables of the round."""
    [known] = services.tournaments.get(tournament).rounds
    return [*known.tables.values()]


def concede(services: Services, match: str, seat: int) -> None:
    """Seats both players of a match, one of whom gives it up at once."""
    tokens = [services.matches.seat_player(match, place, f"p-{place:016x}", "").token for place in (0, 1)]
    services.agreements.concede_match(match, tokens[seat])


def last_of(services: Services, match: str) -> int:
    """The last fact of a match."""
    return services.repository.load_match(match).match.seq


def events(services: Services, tournament: str, *kinds: type[E]) -> list[E]:
    """What of these kinds happened."""
    return [fact.event for fact in services.tournaments.facts(tournament) if isinstance(fact.event, kinds)]


def test_tables_open_and_results_arrive_once(settings: Settings, tell: Callable[[str], None]) -> None:
    with Services(settings, CardSetRegistry()) as services, carriers(settings) as workers:
        tournament = started(services)
        deaths = carried(workers)
        matches = [table.match for table in tables(services, tournament)]
        opened = [each for each in services.store.tree.list_streams() if services.repository.load_facts(each)]
        assert sorted(opened) == sorted(matches)
        assert len(set(matches)) == TABLES == len(events(services, tournament, MatchBound))

        for number, match in enumerate(matches):
            concede(services, match, seat=number % 2)
        deaths += carried(workers)
        won, lost = Result((1, 2)), Result((2, 1))
        told = [table.result for table in tables(services, tournament)]
        assert told == [(lost, won)[number % 2] for number in range(TABLES)]
        assert len(events(services, tournament, ResultRecorded)) == TABLES

        match, cases = matches[0], services.cases
        back = Ruling("rewind", (RULE,), "Back.", to=5)
        forfeit = Ruling("result", (RULE,), "Nobody came back.", winners=(0,))
        cases.open_and_rule(match, "judge-7f3a", back, (), last_of(services, match))
        deaths += carried(workers)
        cases.open_and_rule(match, "judge-7f3a", forfeit, (), last_of(services, match))
        deaths += carried(workers)
        cases.appeal_ruling(match, 2, "seat:1", "I did.")
        cases.rule_on_case(match, 2, "judge-7f3a", back, last_of(services, match))
        deaths += carried(workers)
        corrected = events(services, tournament, ResultCorrected)
        assert [(one.was, one.now, one.case) for one in corrected] == [
            (lost, None, f"{match}/1"),
            (None, won, f"{match}/2"),
            (won, None, f"{match}/2"),
        ]
        services.views.clear(services.result_process.name)  # all that it has done is read once more
        carried(workers)
        assert (
            len(events(services, tournament, ResultRecorded, ResultCorrected, MatchBound)) == 2 * TABLES + 3
        )
        tell(f"{deaths} killed, before and after everything they wrote")
