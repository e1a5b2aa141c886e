"""The command that decides a match under other rules: readjudicate."""

from __future__ import annotations

from collections.abc import Sequence

import click

from service.evidence.verification import decided_again

from ...cli import options as choosing
from ...cli.context import open_services
from ...cli.matches import of_match


@click.command()
@of_match
@choosing.cards
@choosing.options
def readjudicate(match: str, cards: str | None, options: Sequence[str]) -> None:
    """Decides every answer of MATCH under other rules; the first difference is told, with exit code 1.

    Other rules are those of another card set, or of other options: --option edition=fr.
    """
    with open_services() as opened:
        with click.progressbar(length=len(opened.repository.replay(match)), label="deciding again") as bar:
            verdict = decided_again(
                opened, match, cards, choosing.named(options),
                lambda checked: bar.update(checked - bar.pos),
            )  # fmt: skip
        if not verdict.ok:
            raise click.ClickException(verdict.difference)
        click.echo(f"{verdict.answers} answers lead to the same {verdict.facts} facts under these rules.")
