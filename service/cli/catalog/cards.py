"""Commands about card sets: which are at hand, whether a file is one, and what a card can say."""

from __future__ import annotations

import inspect
import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import click
import msgspec
from msgspec import NODEFAULT, Struct

from domain.games import GAMES
from service.catalog import cardset_files
from service.catalog.cardset_files import CardSet
from service.catalog.cardsets import CardSetRegistry
from service.cli.settings import chosen
from service.shared.type_descriptions import allowed
from service.shared.yaml_files import Mistaken


@click.group(invoke_without_command=True)
@click.pass_context
def cards(context: click.Context) -> None:
    """Lists the card sets at hand: those that come with the games, and your own without mistakes."""
    if context.invoked_subcommand is None:
        library = CardSetRegistry(chosen().cards)
        head = ("game", "name", "digest", "cast", "values", "file")
        _table([head, *(_row(card_set) for game in GAMES for card_set in library.sets(game))])
        for diagnostic in library.mistakes():
            click.echo(f"left out: {diagnostic}", err=True)


@cards.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.pass_context
def check(context: click.Context, file: Path) -> None:
    """Tells every mistake in the card set FILE, with exit code 1, or that there is none, and its warnings."""
    try:
        read = cardset_files.read(file)
    except Mistaken as mistaken:
        click.echo(mistaken)
        context.exit(1)
    game = GAMES[read.game]
    cast = len(game.list_characters(read.book))
    warnings = list(game.find_warnings(read.book))
    well = f"warnings: {len(warnings)}" if warnings else "all well"
    click.echo(f"{file}: a card set of {game.TITLE}, “{read.name}”, {cast} characters, {well}")
    for warning in warnings:
        click.echo(f"{file}: warning: {warning}")


@cards.command()
def verbs() -> None:
    """Tells what the cards of a file can say: every instruction, with what it takes."""
    for game in GAMES.values():
        if game.INSTRUCTIONS:
            click.echo(f"{game.TITLE}\n")
        for instruction in game.INSTRUCTIONS:
            click.echo("\n".join(_explained(instruction)) + "\n")


def _row(card_set: CardSet) -> tuple[str, ...]:
    game = GAMES[card_set.game]
    told = Counter(_sources(game.describe_cards(card_set.book)))
    values = ", ".join(f"{count} {source}" for source, count in told.most_common()) or "-"
    return (
        card_set.game,
        card_set.name,
        card_set.digest[:12],
        str(len(game.list_characters(card_set.book))),
        values,
        str(card_set.file),
    )


def _table(rows: list[tuple[str, ...]]) -> None:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        click.echo("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())


def _sources(told: Any) -> Iterator[str]:
    """Yields, for every printed value, where it comes from.

    `provenance` is a word for each field of its mapping, or one word for all that do not say so themselves.
    """
    if isinstance(told, dict):
        match told.get("provenance"):
            case dict() as each:
                yield from each.values()
            case str(source):
                own = (value for field, value in told.items() if field != "provenance")
                yield from (source for value in own if not any(_sources(value)))
        for value in told.values():
            yield from _sources(value)
    elif isinstance(told, list | tuple):
        for item in told:
            yield from _sources(item)


def _explained(instruction: type[Struct]) -> Iterable[str]:
    """Yields the lines that explain an instruction: its docstring, and each argument with what is allowed."""
    info = msgspec.inspect.type_info(instruction)
    assert isinstance(info, msgspec.inspect.StructType)
    yield str(info.tag)
    yield from _indented(inspect.getdoc(instruction) or "", 2)
    for argument in info.fields:
        default = argument.default
        spare = (
            ""
            if default is NODEFAULT
            else " (may be left out)"
            if default is None
            else f" (if left out: {default})"
        )
        yield from _indented(f"{argument.encode_name}: {allowed(argument.type)}{spare}", 4)


def _indented(text: str, by: int) -> Iterator[str]:
    for paragraph in text.split("\n\n"):
        first, rest = " " * by, " " * (by + 4 if by > 2 else by)
        yield textwrap.fill(" ".join(paragraph.split()), 100, initial_indent=first, subsequent_indent=rest)
