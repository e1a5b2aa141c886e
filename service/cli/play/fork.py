"""The command that goes on from a moment of the past: fork."""

from __future__ import annotations

import click

from service.cli.context import open_services
from service.cli.matches import of_match
from service.matches.opening.forks import fork as forked


@click.command()
@of_match
@click.argument("seq", type=int)
def fork(match: str, seq: int) -> None:
    """Opens a study that goes on from fact SEQ of MATCH; in the midst of things, from the next question."""
    with open_services() as services:
        made = forked(services, match, seq)
        click.echo(f"study {made.opened.match}, from fact {made.seq} of {match} ({made.head})")
        for seat, claim in enumerate(made.opened.claims):
            click.echo(f"  seat {seat} is claimed with {claim}")
