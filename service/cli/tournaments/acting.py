"""What commands about one tournament share: its id, its rounds, who acts, and how it is told."""

from __future__ import annotations

import click

from domain.messages import Message
from domain.tournament.refusals import Refused, require_round
from domain.tournament.state import Round, Tournament
from replays.text.languages import ENGLISH
from service.bootstrap import Services
from service.shared.catalogues import language
from service.shared.player_ids import ids_in_message
from service.tournaments.access import Actor
from service.tournaments.commands import Command
from service.tournaments.repository import CommandResult

ORGANIZER = Actor("organizer", "organizer:operator")
"""Who does what is done through a command."""

of_tournament = click.argument("id")
of_stage = click.option("--stage", type=click.IntRange(1), help="The one being played, if left out.")
of_round = click.option("--round", "round_", type=click.IntRange(1), help="The last one, if left out.")
overruled = click.option("--overrule", default="", help="Why it is done in spite of a warning.")


def run(services: Services, id: str, command: Command) -> CommandResult:
    """Does what a *command* says, as an organizer."""
    return services.organizing.run(id, command, ORGANIZER)


def meant(services: Services, id: str, stage: int | None, number: int | None) -> Round:
    """Returns the round that is meant: the last one that was paired, if none is told. Raises `Refused`."""
    t = services.tournaments.get(id)
    rounds = t.rounds_of(stage or t.current_stage)
    if number is None and not rounds:
        raise Refused(Message("No round of this stage was paired yet."))
    return require_round(t, stage or t.current_stage, number or rounds[-1].number)


def told_by_name(services: Services, message: Message) -> str:
    """Returns a sentence, its players by name."""
    return language(ENGLISH).render(message, services.players.names(ids_in_message(message)))


def tell_round(services: Services, t: Tournament, round_: Round) -> None:
    """Tells the tables of a round, and its byes."""
    names = services.players.names(round_.players)
    click.echo(f"Stage {round_.stage}, round {round_.number}, by {round_.engine or 'hand'}")
    for table, seated in sorted(round_.tables.items()):
        click.echo(f"{table:>4}  {' – '.join(names[player] for player in seated.seats)}")
    for player, kind in round_.byes.items():
        click.echo(f"      {names[player]}: {kind}")
