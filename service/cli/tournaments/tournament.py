"""The group of the commands for tournaments."""

from __future__ import annotations

import click

from service.cli.tournaments import clocks, files, plan, players, rounds
from service.cli.tournaments.context import overrule_option, run_step, tournament_argument
from service.tournaments.commands import End


@click.group("tournament")
def tournament_group() -> None:
    """Opens, runs, shows and simulates tournaments."""


@tournament_group.command("end")
@tournament_argument
@overrule_option
def end_tournament(id: str, overrule: str) -> None:
    """Ends the tournament ID.

    After 60 seconds the service reveals the seed of its lots.
    """
    run_step(id, End(overrule), "The tournament is over. take-back-end takes that back, for 60 seconds.")


for command in (
    *(plan.open_tournament, plan.simulate_tournament, clocks.check_in_group, clocks.clock_group),
    *(files.show_standings, files.export_tournament, files.import_report),
    *(*players.COMMANDS, *rounds.COMMANDS),
):
    tournament_group.add_command(command)
