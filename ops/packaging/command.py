"""Writes the generated files of a wheel, and tries the wheel."""

from __future__ import annotations

import click

from .generated import SHARE, generated_files
from .trial import try_wheel


@click.group()
def main() -> None:
    """Writes the generated files of a wheel, and tries the wheel."""


@main.command()
def files() -> None:
    """Writes the manual page, the completions of shells and the units of systemd."""
    for path, text in generated_files().items():
        file = SHARE / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        click.echo(file.relative_to(SHARE.parents[2]))


@main.command(name="try")
def try_() -> None:
    """Builds the wheel, installs it in a fresh environment, plays a match there, and listens through nginx.

    The exit code is 1 after a failure.
    """
    for step, result in try_wheel():
        click.echo(f"{step}: {result}")
