"""Lists of players on the command line: their previews, and every error with its place."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click

from service.tournaments.errors import InvalidRoster
from service.tournaments.rosters.preview import RosterPreview, RosterRemark


@contextmanager
def roster_errors() -> Iterator[None]:
    """Prints every error of a list, one a line; raises `ClickException`."""
    try:
        yield
    except InvalidRoster as refusal:
        lines = [f"Line {one.line or 1}, column {one.column or 1}: {one.told}" for one in refusal.mistakes]
        raise click.ClickException("\n".join([str(refusal), *lines])) from refusal


def show_preview(preview: RosterPreview) -> None:
    """Prints a list as it is understood; raises `ClickException` where it has errors."""
    used = (f"{column.heading or 'line'}={column.field or 'not used'}" for column in preview.columns)
    click.echo(f"Columns: {', '.join(used)}")
    for player in preview.players:
        rating = "" if player.rating is None else str(player.rating)
        click.echo(f"{player.line:>5}  {player.name or player.player or ''}  {rating}".rstrip())
    for question in preview.questions:
        click.echo(f"Question: {place(question)}", err=True)
    if preview.errors:
        lines = [f"Errors: {len(preview.errors)}.", *map(place, preview.errors)]
        raise click.ClickException("\n".join(lines))
    click.echo(f"Nobody is registered yet. Players: {len(preview.players)}.")


def place(remark: RosterRemark) -> str:
    """Returns a remark with its line and column."""
    return f"Line {remark.line}, column {remark.column}: {remark.detail}"
