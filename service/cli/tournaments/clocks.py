"""The groups of commands about check-in and the clock of a round."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import click

from domain.tournament.refusals import require_round
from service.cli.context import open_services
from service.cli.tournaments.context import (
    find_round,
    player_argument,
    required_reason_option,
    round_option,
    run_command,
    tournament_argument,
)
from service.tournaments.commands import (
    CancelCheckIn,
    CheckIn,
    CloseCheckIn,
    Command,
    OpenCheckIn,
    PauseClock,
    ResumeClock,
    SetClock,
    WithdrawCheckIn,
)
from service.tournaments.queries.zones import times_of


@click.group("check-in")
def check_in_group() -> None:
    """Manages the check-in before a round.

    The pairing skips players without it.
    """


@check_in_group.command("open")
@tournament_argument
def open_check_in(id: str) -> None:
    """Opens check-in of the tournament ID before the next round."""
    _run_check_in(id, OpenCheckIn())


@check_in_group.command("close")
@tournament_argument
def close_check_in(id: str) -> None:
    """Closes check-in of the tournament ID; this command line still accepts late players."""
    _run_check_in(id, CloseCheckIn())


@check_in_group.command("cancel")
@tournament_argument
def cancel_check_in(id: str) -> None:
    """Cancels check-in of the tournament ID; the pairing includes all its players."""
    _run_check_in(id, CancelCheckIn())


@check_in_group.command("player")
@tournament_argument
@player_argument
@click.option("--undo", is_flag=True, help="Takes the check-in back.")
def check_player_in(id: str, player: str, undo: bool) -> None:
    """Checks a PLAYER, by its id, in."""
    _run_check_in(id, (WithdrawCheckIn if undo else CheckIn)(player))


def _run_check_in(id: str, command: Command) -> None:
    """Runs a command about check-in, and prints its state."""
    with open_services() as services:
        t = run_command(services, id, command).tournament_state
    if t.check_in is None:
        click.echo("The tournament goes on without check-in.")
        return
    state = "open" if t.check_in.is_open else "closed"
    players = len(t.active_players(t.current_stage))
    present = players - len(t.absent_players(t.current_stage))
    click.echo(f"Check-in is {state}: {present} of {players} players.")


@click.group("clock")
def clock_group() -> None:
    """Manages the clock of the last round, at all its tables."""


@clock_group.command("pause")
@tournament_argument
@round_option
@click.option("--why", "reason", default="", help="The reason.")
def pause_clock(id: str, number: int | None, reason: str) -> None:
    """Pauses the clock of the tournament ID."""
    _run_clock(id, number, partial(PauseClock, why=reason))


@clock_group.command("resume")
@tournament_argument
@round_option
def resume_clock(id: str, number: int | None) -> None:
    """Resumes the paused clock of the tournament ID with its remaining time."""
    _run_clock(id, number, ResumeClock)


@clock_group.command("set")
@tournament_argument
@click.argument("minutes", type=click.IntRange(1, 100_000))
@round_option
@required_reason_option
def set_clock(id: str, minutes: int, number: int | None, reason: str) -> None:
    """Sets the remaining MINUTES of all tables of the tournament ID, on a paused clock too."""
    _run_clock(id, number, partial(SetClock, minutes=minutes, why=reason))


def _run_clock(id: str, number: int | None, make: Callable[[int, int], Command]) -> None:
    """Runs a command about a clock, and prints its state."""
    with open_services() as services:
        before = find_round(services, id, None, number)
        t = run_command(services, id, make(before.stage, before.number)).tournament_state
    round_ = require_round(t, before.stage, before.number)
    if round_.paused:
        minutes = -(-(round_.ends - round_.paused) // 60_000)
        click.echo(f"The clock of round {round_.number} is paused, with {minutes} minutes left.")
    else:
        click.echo(f"Round {round_.number} ends {times_of(t, 'en').moment_of(round_.ends)}.")
