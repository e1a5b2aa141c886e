"""`ops/do wheel`: what a wheel of Recount holds, and whether it works."""

from __future__ import annotations

import click

from .shared import SHARE, made
from .trial import trial


@click.group()
def main() -> None:
    """What a wheel of Recount holds beside the code, and whether it works."""


@main.command()
def files() -> None:
    """Writes the manual page, what shells complete by and the units, when their sources changed."""
    for path, text in made().items():
        file = SHARE / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        click.echo(file.relative_to(SHARE.parents[2]))


@main.command(name="try")
def try_() -> None:
    """Builds the wheel, installs it in a fresh environment, plays a match there, and listens through nginx.

    The exit code is 1 when anything of that goes wrong.
    """
    for tried, seen in trial():
        click.echo(f"{tried}: {seen}")
