"""The commands record and sheet, which read and write score sheets."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from domain.games import GAMES
from domain.model import Fact
from domain.sheets.reading import Reading
from domain.sheets.scoresheets import OpenedSheet, open_sheet, read_sheet, write_sheet
from domain.sheets.sheet import SheetMistake, decode_sheet
from domain.table import SeatClaimed
from replays.text.narration import narrate
from service.catalog.cardsets import CardSetRegistry
from service.cli.matches import match_argument, open_match
from service.cli.options import cards_option, language_option
from service.cli.serving import load_settings


@click.command("record")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@cards_option
@language_option
@click.pass_context
def record_sheet(context: click.Context, file: Path, cards: str | None, lang: str) -> None:
    """Reads the score sheet FILE without a store, and prints a sentence for each fact.

    The first mistake ends it, with its line, its column and the rule, and exit code 1. A check that differs
    from the facts is a mistake too, and the reading goes on. A sheet may have the order of each deck, as
    `recount sheet --all-cards` writes it. Without them it names the cards that the table saw, with `_` for
    all others, and the facts hide those.
    """
    registry = CardSetRegistry(load_settings().cards)
    try:
        opened = open_sheet(
            decode_sheet(file.read_bytes()), GAMES, lambda game: registry.find_cards(game.NAME, cards).book
        )
    except SheetMistake as error:
        click.echo(_describe_mistake(file, error), err=True)
        context.exit(1)
    reading = read_sheet(opened)
    for line in _narrate(opened, reading, lang):
        click.echo(line)
    mistakes = reading.differences if reading.mistake is None else (*reading.differences, reading.mistake)
    for mistake in mistakes:
        click.echo(_describe_mistake(file, mistake), err=True)
    context.exit(int(bool(mistakes)))


def _narrate(opened: OpenedSheet, reading: Reading, lang: str) -> Iterator[str]:
    """Yields a sentence for each fact, with the names on the sheet."""
    claims = [
        Fact(0, 0, "", SeatClaimed(seat, line.words[0].text, "", 0))
        for seat, line in enumerate(opened.sheet.seats)
        if line.words
    ]
    for line in narrate(opened.game, opened.rules.book, (*claims, *reading.facts), lang):
        if line.seq:
            yield f"{line.seq:>5}  {line.text}" + (f"  [{line.rule}]" if line.rule else "")


def _describe_mistake(file: Path, mistake: SheetMistake) -> str:
    rule = f"  [{mistake.rule}]" if mistake.rule else ""
    return f"{file}:{mistake.line}:{mistake.column}: {mistake.sentence}{rule}"


@click.command("sheet")
@match_argument
@click.option("--all-cards", is_flag=True, help="As judge, with the order of each deck, for `record`.")
def print_sheet(match: str, all_cards: bool) -> None:
    """Prints MATCH as a score sheet, as a spectator sees it."""
    with open_match(match) as stored:
        facts = stored.replay.facts
        players = stored.replay.at(len(stored.replay)).player_ids
        names = [player or "" for player in players]
        sheet = write_sheet(stored.game, stored.replay.rules, facts, names, exact=all_cards)
    click.echo(sheet, nl=False)
