"""Commands for tournaments, for organizers at the machine: open, register, end, and all the others."""

from __future__ import annotations

from collections.abc import Sequence

import click

from domain.tournament.plan import Tiebreaker
from service.cli.context import open_services
from service.cli.options import cards, game
from service.cli.tournaments import clocks, corrections, files, registration, report_files, reversals, rounds
from service.cli.tournaments.acting import ORGANIZER, of_tournament, overruled, run
from service.cli.tournaments.check_in import check_in
from service.cli.tournaments.plan import (
    clock,
    minutes,
    points,
    read_clock,
    read_points,
    read_stages,
    stages,
    tiebreakers,
    zone,
)
from service.cli.tournaments.simulate import simulate
from service.tournaments.announcement import NewTournament
from service.tournaments.commands import End


@click.group()
def tournament() -> None:
    """Tournaments: opened, run, looked at, played in memory."""


@tournament.command("open")
@click.argument("title")
@game
@cards
@stages
@points
@tiebreakers
@minutes
@click.option("--online", is_flag=True, help="Tables are played as matches of this service.")
@clock
@zone
def open_(
    title: str,
    game: str,
    cards: str | None,
    stages: Sequence[str],
    points: Sequence[str],
    tiebreakers: Sequence[Tiebreaker],
    minutes: int,
    online: bool,
    clock: str | None,
    zone: str | None,
) -> None:
    """Opens a tournament called TITLE, and tells its id."""
    plan = NewTournament(
        title,
        game,
        read_stages(stages),
        read_points(points),
        tuple(tiebreakers) or None,
        cards,
        minutes,
        online,
        read_clock(clock),
        zone,
    )
    with open_services() as services:
        click.echo(services.organizing.open(plan, ORGANIZER).tournament)


@tournament.command()
@of_tournament
@overruled
def end(id: str, overrule: str) -> None:
    """Ends the tournament ID; after 60 seconds the service reveals the seed of its lots."""
    with open_services() as services:
        run(services, id, End(overrule))
        click.echo("The tournament is over. take-back-end takes that back, for 60 seconds.")


for command in (
    *(registration.register, registration.open_registration, registration.close_registration),
    *(registration.sign_up, check_in, *corrections.COMMANDS),
    *(rounds.pair, rounds.publish, rounds.start, rounds.result, rounds.close, rounds.cut),
    *(clocks.clock, *reversals.COMMANDS),
    *(files.standings, files.export, report_files.import_trf, simulate),
):
    tournament.add_command(command)
