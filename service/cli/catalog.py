"""The commands cards and rules."""

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
from service.catalog import cardset_files, rulebook
from service.catalog.cardset_files import CardSet
from service.catalog.cardsets import CardSetRegistry
from service.catalog.rule_texts import list_sources
from service.catalog.rulebook import UnknownRule
from service.cli.options import echo_table, game_option, language_option
from service.cli.serving import load_settings
from service.shared.type_descriptions import describe_type
from service.shared.yaml_files import InvalidYaml


@click.group("cards", invoke_without_command=True)
@click.pass_context
def list_card_sets(context: click.Context) -> None:
    """Lists the card sets of the games and your own valid ones."""
    if context.invoked_subcommand is None:
        library = CardSetRegistry(load_settings().cards)
        head = ("game", "name", "digest", "cast", "values", "file")
        echo_table([head, *(_make_row(card_set) for game in GAMES for card_set in library.list_sets(game))])
        for diagnostic in library.list_errors():
            click.echo(f"left out: {diagnostic}", err=True)


@list_card_sets.command("check")
@click.argument("file", type=click.Path(path_type=Path))
@click.pass_context
def check_card_set(context: click.Context, file: Path) -> None:
    """Prints every error of the card set FILE, with exit code 1, or its warnings."""
    try:
        card_set = cardset_files.read_card_set(file)
    except InvalidYaml as error:
        click.echo(error)
        context.exit(1)
    game = GAMES[card_set.game]
    characters = len(game.list_characters(card_set.book))
    warnings = list(game.find_warnings(card_set.book))
    state = f"warnings: {len(warnings)}" if warnings else "all well"
    click.echo(f"{file}: a card set of {game.TITLE}, “{card_set.name}”, {characters} characters, {state}")
    for warning in warnings:
        click.echo(f"{file}: warning: {warning}")


@list_card_sets.command("verbs")
def list_instructions() -> None:
    """Prints every instruction for the cards of a file, with its arguments."""
    for game in GAMES.values():
        if game.INSTRUCTIONS:
            click.echo(f"{game.TITLE}\n")
        for instruction in game.INSTRUCTIONS:
            click.echo("\n".join(_describe_instruction(instruction)) + "\n")


def _make_row(card_set: CardSet) -> tuple[str, ...]:
    game = GAMES[card_set.game]
    counts = Counter(_list_sources(game.describe_cards(card_set.book)))
    values = ", ".join(f"{count} {source}" for source, count in counts.most_common()) or "-"
    return (
        card_set.game,
        card_set.name,
        card_set.digest[:12],
        str(len(game.list_characters(card_set.book))),
        values,
        str(card_set.file),
    )


def _list_sources(description: Any) -> Iterator[str]:
    """Yields the source of every printed value.

    `provenance` maps fields to sources, or is one source for all values without a source of their own.
    """
    if isinstance(description, dict):
        match description.get("provenance"):
            case dict() as provenance:
                yield from provenance.values()
            case str(source):
                own = (value for field, value in description.items() if field != "provenance")
                yield from (source for value in own if not any(_list_sources(value)))
        for value in description.values():
            yield from _list_sources(value)
    elif isinstance(description, list | tuple):
        for item in description:
            yield from _list_sources(item)


def _describe_instruction(instruction: type[Struct]) -> Iterable[str]:
    """Yields the docstring of an instruction, and each argument with its allowed values, as lines."""
    info = msgspec.inspect.type_info(instruction)
    assert isinstance(info, msgspec.inspect.StructType)
    yield str(info.tag)
    yield from _indent(inspect.getdoc(instruction) or "", 2)
    for argument in info.fields:
        if argument.default is NODEFAULT:
            note = ""
        elif argument.default is None:
            note = " (may be left out)"
        else:
            note = f" (if left out: {argument.default})"
        yield from _indent(f"{argument.encode_name}: {describe_type(argument.type)}{note}", 4)


def _indent(text: str, by: int) -> Iterator[str]:
    for paragraph in text.split("\n\n"):
        first, others = " " * by, " " * (by + 4 if by > 2 else by)
        yield textwrap.fill(" ".join(paragraph.split()), 100, initial_indent=first, subsequent_indent=others)


@click.command("rules")
@click.argument("number", required=False)
@game_option
@language_option
def list_rules(number: str | None, game: str, lang: str) -> None:
    """Lists the rules of a game by section, or shows the rule NUMBER with its sources."""
    book = rulebook.packaged_rulebook(game)
    if lang not in book.languages:
        languages = " and ".join(book.languages)
        click.echo(
            f"The rules of {book.title} are written in {languages}, not in {lang}: this is English.", err=True
        )
    lang = book.language_for(lang)
    if number is None:
        if not book.sections:
            click.echo(f"This service has no rulebook of {book.title}.")
        for section in book.sections:
            click.echo(f"{section.number}. {section.title[lang]}")
            for rule in section.rules:
                click.echo(f"  {rule.number}  {rule.text[lang]}")
        return
    try:
        rule = book.find_rule(number)
    except UnknownRule as unknown:
        raise click.BadParameter(str(unknown), param_hint="NUMBER") from unknown
    click.echo(f"{rule.number}  {rule.text[lang]}")
    for line in list_sources(rule):
        click.echo(f"        {line}")
