"""The command that erases what somebody is called: forget."""

from __future__ import annotations

import click

from .opening import house


@click.command()
@click.argument("name")
def forget(name: str) -> None:
    """Erases the NAME of a player: facts, which hold an id alone, stay as they are and as proved."""
    with house() as opened:
        opened.matches.people.forget(name)
    click.echo(f"“{name}” is forgotten; who was called so is a number from now on.")
