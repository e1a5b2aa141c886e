"""Commands for the clock of a round: pause it, let it run again, and set it."""

from __future__ import annotations

import click

from domain.tournament.refusals import require_round
from service.bootstrap import Services
from service.cli.context import open_services
from service.cli.tournaments.acting import meant, of_round, of_tournament, run
from service.cli.tournaments.reversals import needs_reason
from service.tournaments.commands import PauseClock, ResumeClock, SetClock
from service.tournaments.queries.zones import times_of


@click.group()
def clock() -> None:
    """The clock of the last round, at all its tables."""


@clock.command()
@of_tournament
@of_round
@click.option("--why", default="", help="The reason.")
def pause(id: str, round_: int | None, why: str) -> None:
    """Pauses the clock of the tournament ID."""
    with open_services() as services:
        known = meant(services, id, None, round_)
        _run(services, id, PauseClock(known.stage, known.number, why))


@clock.command()
@of_tournament
@of_round
def resume(id: str, round_: int | None) -> None:
    """Lets the paused clock of the tournament ID run again, with the time that was left."""
    with open_services() as services:
        known = meant(services, id, None, round_)
        _run(services, id, ResumeClock(known.stage, known.number))


@clock.command("set")
@of_tournament
@click.argument("minutes", type=click.IntRange(1, 100_000))
@of_round
@needs_reason
def set_(id: str, minutes: int, round_: int | None, why: str) -> None:
    """Leaves all tables of the tournament ID so many MINUTES from now, on a paused clock too."""
    with open_services() as services:
        known = meant(services, id, None, round_)
        _run(services, id, SetClock(known.stage, known.number, minutes, why))


def _run(services: Services, id: str, command: PauseClock | ResumeClock | SetClock) -> None:
    """Runs a command about a clock, and prints its state."""
    t = run(services, id, command).seen
    round_ = require_round(t, command.stage, command.round)
    if round_.paused:
        minutes = -(-(round_.ends - round_.paused) // 60_000)
        click.echo(f"The clock of round {round_.number} is paused, with {minutes} minutes left.")
    else:
        click.echo(f"Round {round_.number} ends {times_of(t, 'en').moment_of(round_.ends)}.")
