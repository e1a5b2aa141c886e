"""Commands for players: forget erases what somebody is called, player key gives somebody a key."""

from __future__ import annotations

import click

from service.cli.context import open_services


@click.command()
@click.argument("player")
def forget(player: str) -> None:
    """Erases what PLAYER is called: one by an id, or all who have a name, accounts as well as guests.

    Facts, which hold an id alone, stay as they are and as proved.
    """
    with open_services() as services:
        many = services.erasure.forget(player)
    what = "1 player is" if many == 1 else f"{many} players are"
    click.echo(f"“{player}” is forgotten; {what} a number from now on.")


@click.group("player")
def players() -> None:
    """Accounts of players."""


@players.command()
@click.argument("id")
@click.option("--name", default="", help="What to call the player from now on.")
def key(id: str, name: str) -> None:
    """Makes a key for the player with ID, and shows it this once.

    A guest, or a player of an earlier release, has an account with it. Of an account it is the new key, and
    the one before is good for nothing any more: for somebody who has lost it, and has shown who it is.
    """
    with open_services() as services:
        account = services.accounts.give(id, name)
    click.echo(f"{account.id}  {account.name}")
    click.echo(f"The key, shown this once: {account.key}")
