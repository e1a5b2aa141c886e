"""Commands that correct registrations: another name, withdrawn, merged, a new link; and all links."""

from __future__ import annotations

import click

from service.cli.context import open_services
from service.cli.tournaments.acting import of_tournament, run
from service.cli.tournaments.rosters import roster_errors
from service.tournaments.commands import (
    IssueLink,
    MergePlayers,
    RenamePlayer,
    RestoreRegistration,
    SeparatePlayers,
    WithdrawRegistration,
)

of_player = click.argument("player")
with_reason = click.option("--why", default="", help="The reason.")


@click.command("rename-player")
@of_tournament
@of_player
@click.argument("name")
def rename_player(id: str, player: str, name: str) -> None:
    """Gives the guest PLAYER of the tournament ID another NAME."""
    with open_services() as services, roster_errors():
        former = services.players.names([player])[player]
        run(services, id, RenamePlayer(player, name))
        click.echo(f"{former} is {services.players.names([player])[player]}.")


@click.command("withdraw-player")
@of_tournament
@of_player
@with_reason
def withdraw_player(id: str, player: str, why: str) -> None:
    """Withdraws the registration of PLAYER in the tournament ID, before the first round is paired."""
    with open_services() as services:
        run(services, id, WithdrawRegistration(player, why))
        click.echo("The registration is withdrawn. restore-player takes that back.")


@click.command("restore-player")
@of_tournament
@of_player
def restore_player(id: str, player: str) -> None:
    """Restores the withdrawn registration of PLAYER in the tournament ID."""
    with open_services() as services, roster_errors():
        run(services, id, RestoreRegistration(player))
        click.echo("The registration counts again.")


@click.command("merge-players")
@of_tournament
@of_player
@click.argument("into")
@with_reason
def merge_players(id: str, player: str, into: str, why: str) -> None:
    """Makes one player of two registrations in the tournament ID: PLAYER becomes INTO."""
    with open_services() as services:
        run(services, id, MergePlayers(player, into, why))
        click.echo("The two are one player. separate-players takes that back.")


@click.command("separate-players")
@of_tournament
@of_player
def separate_players(id: str, player: str) -> None:
    """Takes back that PLAYER was merged in the tournament ID."""
    with open_services() as services:
        run(services, id, SeparatePlayers(player))
        click.echo("The two are different players.")


@click.command("issue-link")
@of_tournament
@of_player
def issue_link(id: str, player: str) -> None:
    """Gives the guest PLAYER of the tournament ID a new link, and tells its token; the old one ends."""
    with open_services() as services:
        click.echo(run(services, id, IssueLink(player)).tokens[0])


@click.command()
@of_tournament
def links(id: str) -> None:
    """Tells the token of each guest of the tournament ID; issue-link replaces one that is not told."""
    with open_services() as services:
        t = services.tournaments.get(id)
        names = services.players.names(t.players)
        for player, entry in t.players.items():
            if entry.token:
                click.echo(f"{player}  {names[player]}  {services.links.look_up(entry) or '-'}")


COMMANDS = (
    *(rename_player, withdraw_player, restore_player),
    *(merge_players, separate_players, issue_link, links),
)
