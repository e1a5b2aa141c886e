"""Commands for check-in: open, close and cancel it, and check one player in."""

from __future__ import annotations

import click

from service.cli.context import open_services
from service.cli.tournaments.acting import of_tournament, run
from service.tournaments.commands import (
    CancelCheckIn,
    CheckIn,
    CloseCheckIn,
    Command,
    OpenCheckIn,
    WithdrawCheckIn,
)


@click.group("check-in")
def check_in() -> None:
    """Check-in before a round: a player without it is not paired."""


@check_in.command("open")
@of_tournament
def open_(id: str) -> None:
    """Opens check-in of the tournament ID before the next round."""
    _run(id, OpenCheckIn())


@check_in.command()
@of_tournament
def close(id: str) -> None:
    """Closes check-in of the tournament ID; late players still come in by this command line."""
    _run(id, CloseCheckIn())


@check_in.command()
@of_tournament
def cancel(id: str) -> None:
    """Cancels check-in of the tournament ID: all its players are paired."""
    _run(id, CancelCheckIn())


@check_in.command()
@of_tournament
@click.argument("player")
@click.option("--undo", is_flag=True, help="Takes the check-in back.")
def player(id: str, player: str, undo: bool) -> None:
    """Checks a PLAYER, by its id, in."""
    _run(id, (WithdrawCheckIn if undo else CheckIn)(player))


def _run(id: str, command: Command) -> None:
    """Runs a command about check-in, and prints its state."""
    with open_services() as services:
        t = run(services, id, command).seen
        if t.check_in is None:
            click.echo("The tournament goes on without check-in.")
            return
        state = "open" if t.check_in.is_open else "closed"
        playing = len(t.active_players(t.current_stage))
        click.echo(
            f"Check-in is {state}: {playing - len(t.absent_players(t.current_stage))} of {playing} players."
        )
