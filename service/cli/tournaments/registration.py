"""Commands by which players come into a tournament: from a roster, or by themselves."""

from __future__ import annotations

from datetime import datetime
from typing import IO

import click

from service.bootstrap import Services
from service.cli.context import open_services
from service.cli.tournaments.acting import of_tournament, run
from service.cli.tournaments.rosters import place, roster_errors, show_preview
from service.tournaments.commands import CloseRegistration, OpenRegistration, RegisterRoster
from service.tournaments.entry.entrants import SelfRegistration
from service.tournaments.queries.zones import parse_local_time, zone_of
from service.tournaments.repository import CommandResult
from service.tournaments.rosters.encodings import MAX_ROSTER_BYTES, decode_roster


@click.command()
@of_tournament
@click.argument("roster", type=click.File("rb"))
@click.option("--dry-run", is_flag=True, help="Shows how the list is understood, and registers nobody.")
@click.option("--accept-similar", is_flag=True, help="Names that look alike are those of different people.")
def register(id: str, roster: IO[bytes], dry_run: bool, accept_similar: bool) -> None:
    """Registers the players of the file ROSTER, all or none: a name a line, or columns below headings.

    Tells the id of each, and the token that a guest acts with.
    """
    file = roster.read(MAX_ROSTER_BYTES + 1)
    with open_services() as services, roster_errors():
        t = services.tournaments.get(id)
        preview = services.organizing.previews.preview(id, t, file, services.clock(), str)
        for remark in preview.warnings:
            click.echo(f"Warning: {place(remark)}", err=True)
        if dry_run:
            show_preview(preview)
            return
        command = RegisterRoster(decode_roster(file).text, accept_similar)
        _tell(services, run(services, id, command))


@click.command("open-registration")
@of_tournament
@click.option("--limit", type=click.IntRange(1), default=None, help="So many players; any, if left out.")
@click.option(
    "--until", type=click.DateTime(), help="In the zone of the event; until a round is paired, if left out."
)
def open_registration(id: str, limit: int | None, until: datetime | None) -> None:
    """Lets players register themselves in the tournament ID."""
    with open_services() as services:
        zone = zone_of(services.tournaments.get(id))
        ends = parse_local_time(until.isoformat(), zone, "until") if until else 0
        run(services, id, OpenRegistration(limit or 0, ends))
        click.echo("Players can register themselves.")


@click.command("close-registration")
@of_tournament
def close_registration(id: str) -> None:
    """Lets nobody register themselves in the tournament ID any more."""
    with open_services() as services:
        run(services, id, CloseRegistration())
        click.echo("Players cannot register themselves any more.")


@click.command("sign-up")
@of_tournament
@click.argument("name", required=False)
@click.option("--key", default="", help="The key of an account, instead of a NAME.")
def sign_up(id: str, name: str | None, key: str) -> None:
    """Registers a player by a NAME, as players do by themselves, where that is open in the tournament ID.

    Tells its id, and the token that a guest acts with, which is shown only this once.
    """
    with open_services() as services:
        account = services.accounts.of(key).id if key else ""
        _tell(services, services.organizing.register_oneself(id, SelfRegistration(name), account))


def _tell(services: Services, result: CommandResult) -> None:
    """Tells the ids of those just registered, their names, and the tokens of guests."""
    ids = [*result.seen.players][-len(result.tokens) :]
    names = services.players.names(ids)
    for player, token in zip(ids, result.tokens, strict=True):
        click.echo(f"{player}  {names[player]}  {token}".rstrip())
