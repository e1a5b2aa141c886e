"""The commands forget, player and token."""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import UTC, datetime

import click

from service.cli.context import open_services
from service.identity.api_tokens import SCOPES, ApiToken, Scope
from service.identity.mentions import find_mentions


@click.command("forget")
@click.argument("player")
def forget_player(player: str) -> None:
    """Erases the names of PLAYER, an id or a name.

    A name includes all its accounts and guests. Facts hold only ids, so they and their proofs stay as they
    are. It then lists the free text of other people with the name, which stays.
    """
    with open_services() as services:
        ids = services.players.to_erase(player)
        names = set(services.players.names_of(ids).values())
        many = services.erasure.erase_names(player)
        mentions = [*find_mentions(services.store, names)]
    subject = "1 player is" if many == 1 else f"{many} players are"
    click.echo(f"“{player}” is forgotten; {subject} a number from now on.")
    for place, text in mentions:
        click.echo(f"The name stays in {place}: {text}")


@click.group("player")
def player_group() -> None:
    """Manages accounts of players."""


@player_group.command("key")
@click.argument("id")
@click.option("--name", default="", help="The new name of the player.")
def issue_key(id: str, name: str) -> None:
    """Issues a key for the player with ID, and shows it once.

    A guest, or a player of an earlier release, gets an account. The new key of an account replaces a lost
    one. Ask for proof of identity first.
    """
    with open_services() as services:
        account = services.accounts.issue_key(id, name)
    click.echo(f"{account.id}  {account.name}")
    click.echo(f"The key, shown this once: {account.key}")


@click.group("token")
def token_group() -> None:
    """Manages API tokens for judges, organizers, readers and other services."""


@token_group.command("issue")
@click.option(
    "--scope", "scopes", type=click.Choice(SCOPES), multiple=True, required=True, help="A scope of the token."
)
@click.option(
    "--for",
    "name",
    required=True,
    help="The name of its holder, such as judge-7f3a. Facts hold it for ever: name no person.",
)
@click.option(
    "--expires", "days", type=click.IntRange(1, 36500), default=None, help="The days until it expires."
)
@click.option("--event", default="", help="The one event whose matches it is for; all, if left out.")
def issue_token(scopes: Sequence[Scope], name: str, days: int | None, event: str) -> None:
    """Issues an API token, and shows it once."""
    with open_services() as services:
        issued = services.api_tokens.issue_token(name, scopes, days or 0, event)
        click.echo(_format_token(issued.api_token))
        click.echo(f"Its token, shown this once: {issued.token}")


@token_group.command("list")
def list_tokens() -> None:
    """Lists every API token, without its secret."""
    with open_services() as services:
        for api_token in services.api_tokens.list_tokens():
            click.echo(_format_token(api_token))


@token_group.command("revoke")
@click.argument("id")
def revoke_token(id: str) -> None:
    """Revokes the API token with this ID."""
    with open_services() as services:
        click.echo(_format_token(services.api_tokens.revoke_token(id)))


def _format_token(api_token: ApiToken) -> str:
    lapsed = api_token.invalid_reason(time.time_ns() // 1_000_000)
    until = f"until {_format_day(api_token.expires)}" if api_token.expires else "for good"
    scopes = ", ".join(api_token.scopes) + (f" of {api_token.event}" if api_token.event else "")
    created = _format_day(api_token.created)
    return f"{api_token.id}  {api_token.name}  {scopes}  since {created}, {lapsed or until}"


def _format_day(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).date().isoformat()
