"""What commands that play are told alike: the game, its card set, and its options."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from domain.games import GAMES
from service.catalog.options import spelt

game = click.option("--game", type=click.Choice(sorted(GAMES)), default=next(iter(GAMES)), show_default=True)
cards = click.option("--cards", help="The name of a card set; the one that comes with the game if left out.")
options = click.option("--option", "options", multiple=True, help="An option of the game: name=value.")


def named(options: Sequence[str]) -> dict[str, Any]:
    """Reads each `name=value`, the value as JSON where it is JSON: a number, `true`, a list."""
    return {name: spelt(value) for name, _, value in (option.partition("=") for option in options)}
