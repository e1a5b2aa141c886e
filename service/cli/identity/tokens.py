"""Commands for API tokens: token issue, token list, token revoke."""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import UTC, datetime

import click

from service.cli.context import open_services
from service.identity.api_tokens import SCOPES, ApiToken, Scope


@click.group()
def token() -> None:
    """API tokens for judges, organizers, readers and other services."""


@token.command()
@click.option(
    "--scope", "scopes", type=click.Choice(SCOPES), multiple=True, required=True, help="What it is good for."
)
@click.option(
    "--for",
    "name",
    required=True,
    help="Whose it is, by a name that tells no person: facts hold it for ever, as in judge-7f3a.",
)
@click.option(
    "--expires", "days", type=click.IntRange(1, 36500), default=None, help="After how many days it is over."
)
@click.option("--event", default="", help="The one event whose matches it is for; all, if left out.")
def issue(scopes: Sequence[Scope], name: str, days: int | None, event: str) -> None:
    """Issues an API token, and shows it this once."""
    with open_services() as services:
        issued = services.api_tokens.issue(name, scopes, days or 0, event)
        click.echo(format_api_token(issued.api_token))
        click.echo(f"Its token, shown this once: {issued.token}")


@token.command("list")
def index() -> None:
    """Lists every API token, without its secret."""
    with open_services() as services:
        for api_token in services.api_tokens.all():
            click.echo(format_api_token(api_token))


@token.command()
@click.argument("id")
def revoke(id: str) -> None:
    """Revokes the API token with this ID."""
    with open_services() as services:
        click.echo(format_api_token(services.api_tokens.revoke(id)))


def format_api_token(api_token: ApiToken) -> str:
    """Returns an API token as a line."""
    lapsed = api_token.lapsed(time.time_ns() // 1_000_000)
    until = f"until {_day(api_token.expires)}" if api_token.expires else "for good"
    scopes = ", ".join(api_token.scopes) + (f" of {api_token.event}" if api_token.event else "")
    return f"{api_token.id}  {api_token.name}  {scopes}  since {_day(api_token.created)}, {lapsed or until}"


def _day(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).date().isoformat()
