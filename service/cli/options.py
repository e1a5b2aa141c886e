"""Options and output that several commands share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import click

from domain.games import GAMES
from service.catalog.options import parse_value
from service.shared.language_codes import LANGUAGES

game_option = click.option(
    "--game", type=click.Choice(sorted(GAMES)), default=next(iter(GAMES)), show_default=True
)
cards_option = click.option(
    "--cards", help="The name of a card set; the one that comes with the game if left out."
)
game_options = click.option("--option", "options", multiple=True, help="An option of the game: name=value.")
language_option = click.option("--lang", type=click.Choice(LANGUAGES), default="en", show_default=True)


def read_options(options: Sequence[str]) -> dict[str, Any]:
    """Returns the options given as `name=value`, with values as JSON where possible."""
    return {name: parse_value(value) for name, _, value in (option.partition("=") for option in options)}


def echo_table(rows: Iterable[Sequence[str]]) -> None:
    """Prints *rows* in aligned columns."""
    rows = list(rows)
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        click.echo("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
