"""Commands that take a step back while nothing depends on it: the end, a cut, a pairing, a start, a close."""

from __future__ import annotations

import click

from service.cli.context import open_services
from service.cli.tournaments.acting import meant, of_round, of_tournament, run
from service.tournaments.commands import Reopen, TakeBackCut, TakeBackEnd, TakeBackPairing, TakeBackStart

needs_reason = click.option("--why", required=True, help="The reason, for the record.")


@click.command("take-back-end")
@of_tournament
@click.option("--why", default="", help="The reason, for the record.")
def take_back_end(id: str, why: str) -> None:
    """Takes the end of the tournament ID back, for 60 seconds."""
    with open_services() as services:
        run(services, id, TakeBackEnd(why))
        click.echo("The tournament goes on.")


@click.command("take-back-cut")
@of_tournament
@needs_reason
def take_back_cut(id: str, why: str) -> None:
    """Takes the last cut of the tournament ID back, while nothing was played after it."""
    with open_services() as services:
        t = run(services, id, TakeBackCut(why)).seen
        click.echo(f"Stage {t.current_stage} goes on.")


@click.command("take-back-pairing")
@of_tournament
@of_round
@needs_reason
def take_back_pairing(id: str, round_: int | None, why: str) -> None:
    """Takes the pairing of the last round of the tournament ID back, while it is not published."""
    with open_services() as services:
        known = meant(services, id, None, round_)
        run(services, id, TakeBackPairing(known.stage, known.number, why))
        click.echo(f"Round {known.number} is to be paired.")


@click.command("take-back-start")
@of_tournament
@of_round
@needs_reason
def take_back_start(id: str, round_: int | None, why: str) -> None:
    """Takes the start of the last round of the tournament ID back, while no table has a result."""
    with open_services() as services:
        known = meant(services, id, None, round_)
        run(services, id, TakeBackStart(known.stage, known.number, why))
        click.echo(f"Round {known.number} has not started.")


@click.command()
@of_tournament
@of_round
@needs_reason
def reopen(id: str, round_: int | None, why: str) -> None:
    """Reopens the last round of the tournament ID, while no round is paired and no cut is made after it."""
    with open_services() as services:
        known = meant(services, id, None, round_)
        run(services, id, Reopen(known.stage, known.number, why))
        click.echo(f"Round {known.number} is open again.")


COMMANDS = (take_back_end, take_back_cut, take_back_pairing, take_back_start, reopen)
