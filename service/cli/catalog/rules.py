"""Commands that tell the rules: rules."""

from __future__ import annotations

import click

from domain.games import GAMES
from service.catalog import rulebook
from service.catalog.rule_texts import sources
from service.catalog.rulebook import UnknownRule
from service.shared.language_codes import LANGUAGES


@click.command()
@click.argument("number", required=False)
@click.option("--game", type=click.Choice(sorted(GAMES)), default=next(iter(GAMES)), show_default=True)
@click.option("--lang", type=click.Choice(LANGUAGES), default="en", show_default=True)
def rules(number: str | None, game: str, lang: str) -> None:
    """Lists the rules of a game by section, or tells the one with NUMBER and where it comes from."""
    book = rulebook.packaged(game)
    if lang not in book.languages:
        name = " and ".join(book.languages)
        click.echo(
            f"The rules of {book.title} are written in {name}, not in {lang}: this is English.", err=True
        )
    lang = book.told_in(lang)
    if number is None:
        if not book.sections:
            click.echo(f"This service has no rulebook of {book.title}.")
        for section in book.sections:
            click.echo(f"{section.number}. {section.title[lang]}")
            for rule in section.rules:
                click.echo(f"  {rule.number}  {rule.text[lang]}")
        return
    try:
        rule = book.rule(number)
    except UnknownRule as unknown:
        raise click.BadParameter(str(unknown), param_hint="NUMBER") from unknown
    click.echo(f"{rule.number}  {rule.text[lang]}")
    for line in sources(rule):
        click.echo(f"        {line}")
