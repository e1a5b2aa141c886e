"""Commands for badges: token issue, token list, token revoke."""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import UTC, datetime

import click

from service.identity.api_tokens import SCOPES, ApiToken, Scope

from ...cli.context import house


@click.group()
def token() -> None:
    """Badges for judges, organizers, readers and other services."""


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
    """Issues a badge, and shows its token this once."""
    with house() as opened:
        issued = opened.matches.badges.issue(name, scopes, days or 0, event)
        click.echo(told(issued.badge))
        click.echo(f"Its token, shown this once: {issued.token}")


@token.command("list")
def index() -> None:
    """Lists every badge, without its token."""
    with house() as opened:
        for badge in opened.matches.badges.all():
            click.echo(told(badge))


@token.command()
@click.argument("badge")
def revoke(badge: str) -> None:
    """Takes BADGE back, by its id."""
    with house() as opened:
        click.echo(told(opened.matches.badges.revoke(badge)))


def told(badge: ApiToken) -> str:
    """Returns a badge as a line."""
    lapsed = badge.lapsed(time.time_ns() // 1_000_000)
    until = f"until {_day(badge.expires)}" if badge.expires else "for good"
    scopes = ", ".join(badge.scopes) + (f" of {badge.event}" if badge.event else "")
    return f"{badge.id}  {badge.name}  {scopes}  since {_day(badge.created)}, {lapsed or until}"


def _day(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).date().isoformat()
