"""Arguments, options and steps that the commands about one tournament share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import get_args

import click

from domain.messages import Message
from domain.tournament.plan import Tiebreaker
from domain.tournament.refusals import Refused, require_round
from domain.tournament.state import Round
from replays.text.languages import ENGLISH
from service.bootstrap import Services
from service.cli.context import open_services
from service.shared.catalogues import language
from service.shared.record_ids import ids_in_message
from service.tournaments.access import Actor
from service.tournaments.commands import Command
from service.tournaments.errors import InvalidRoster
from service.tournaments.repository import CommandResult

ORGANIZER = Actor("organizer", "organizer:operator")
"""The actor of all commands."""

tournament_argument = click.argument("id")
player_argument = click.argument("player")
stage_option = click.option("--stage", type=click.IntRange(1), help="The current one, if left out.")
round_option = click.option("--round", "number", type=click.IntRange(1), help="The last one, if left out.")
overrule_option = click.option("--overrule", default="", help="The reason to ignore a warning.")
reason_option = click.option("--why", "reason", default="", help="The reason, for the record.")
required_reason_option = click.option("--why", "reason", required=True, help="The reason, for the record.")
tiebreaker_options = click.option(
    "--tiebreaker",
    "tiebreakers",
    type=click.Choice(get_args(Tiebreaker)),
    multiple=True,
    help="What ties are broken by, in this order; as is usual for the first format if left out.",
)
minutes_option = click.option(
    "--minutes",
    type=click.IntRange(0),
    default=0,
    help="How long a round takes; without a clock if left out.",
)


def run_command(services: Services, id: str, command: Command) -> CommandResult:
    """Runs *command* as an organizer."""
    return services.tournament_service.run_command(id, command, ORGANIZER)


def run_step(id: str, command: Command, sentence: str) -> None:
    """Runs *command* as an organizer, and prints *sentence*."""
    with open_services() as services:
        run_command(services, id, command)
        click.echo(sentence)


def run_round_step(id: str, number: int | None, make: Callable[[int, int], Command], sentence: str) -> None:
    """Runs a command for the stage and number of a round, and prints *sentence* with the number."""
    with open_services() as services:
        round_ = find_round(services, id, None, number)
        run_command(services, id, make(round_.stage, round_.number))
        click.echo(sentence.format(round_.number))


def find_round(services: Services, id: str, stage: int | None, number: int | None) -> Round:
    """Returns a round, by default the last one of the current stage; raises `Refused`."""
    t = services.tournaments.get(id)
    rounds = t.rounds_of(stage or t.current_stage)
    if number is None and not rounds:
        raise Refused(Message("No round of this stage was paired yet."))
    return require_round(t, stage or t.current_stage, number or rounds[-1].number)


def render_with_names(services: Services, message: Message) -> str:
    """Returns the English sentence of *message* with names of players."""
    return language(ENGLISH).render(message, services.players.names_of(ids_in_message(message)))


def echo_round(services: Services, round_: Round) -> None:
    """Prints the tables and byes of a round."""
    names = services.players.names_of(round_.players)
    click.echo(f"Stage {round_.stage}, round {round_.number}, by {round_.engine or 'hand'}")
    for number, table in sorted(round_.tables.items()):
        click.echo(f"{number:>4}  {' – '.join(names[player] for player in table.seats)}")
    for player, kind in round_.byes.items():
        click.echo(f"      {names[player]}: {kind}")


@contextmanager
def report_roster_errors() -> Iterator[None]:
    """Replaces `InvalidRoster` by a `ClickException` with a line for each error."""
    try:
        yield
    except InvalidRoster as refusal:
        lines = [
            f"Line {error.line or 1}, column {error.column or 1}: {error.message}" for error in refusal.errors
        ]
        raise click.ClickException("\n".join([str(refusal), *lines])) from refusal
