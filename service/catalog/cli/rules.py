"""Commands that tell the rules: rules."""

from __future__ import annotations

from collections.abc import Iterator

import click

from domain.games import GAMES
from replays.narration import listed
from service.catalog import rulebook
from service.catalog.rulebook import LANGUAGES, Rule, UnknownRule


@click.command()
@click.argument("number", required=False)
@click.option("--game", type=click.Choice(sorted(GAMES)), default=next(iter(GAMES)), show_default=True)
@click.option("--lang", type=click.Choice(LANGUAGES), default="en", show_default=True)
def rules(number: str | None, game: str, lang: str) -> None:
    """Lists the rules of a game by section, or tells the one with NUMBER and where it comes from."""
    book = rulebook.packaged(game)
    if lang not in book.languages:
        known = " and ".join(book.languages)
        click.echo(
            f"The rules of {book.title} are written in {known}, not in {lang}: this is English.", err=True
        )
    lang = book.told_in(lang)
    if number is None:
        if not book.sections:
            click.echo(f"{book.title} has no rulebook in this house.")
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


def sources(rule: Rule) -> Iterator[str]:
    """Yields where *rule* is printed, and how far the handbooks carry it."""
    for pages in dict.fromkeys(rule.pages.values()):
        printed = ", ".join(edition for edition, found in rule.pages.items() if found == pages)
        yield f"Handbook ({printed}), page{'s' if len(pages) > 1 else ''} {listed([*map(str, pages)])}."
    if rule.default:
        yield "The handbooks leave this open, wholly or in part."
    if rule.editions:
        yield f"Printed otherwise in: {', '.join(rule.editions)}."
