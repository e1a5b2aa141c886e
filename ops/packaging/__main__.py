"""`ops/wheel`: what a wheel of Recount holds."""

from __future__ import annotations

import click

from .shared import SHARE, made


@click.group()
def main() -> None:
    """What a wheel of Recount holds beside the code."""


@main.command()
def files() -> None:
    """Writes the manual page and what shells complete by, after a command, a variable or Click changed."""
    for path, text in made().items():
        file = SHARE / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        click.echo(file.relative_to(SHARE.parents[2]))


main(prog_name="ops/wheel")
