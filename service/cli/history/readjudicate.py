"""The command that decides matches under other rules: readjudicate."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import click

from domain.errors import LocalizableError
from replays.audits.verify import Verdict
from service.bootstrap import Services
from service.cli import options as choosing
from service.cli.context import open_services
from service.cli.workers import matches_of_store, over_matches, worked
from service.proofs.verification import decided_again


@click.command()
@click.argument("match", required=False)
@click.option("--all", "everything", is_flag=True, help="Decide every match of the game again.")
@choosing.game
@choosing.cards
@choosing.options
@worked
def readjudicate(
    match: str | None,
    everything: bool,
    game: str,
    cards: str | None,
    options: Sequence[str],
    jobs: int,
    on: str | None,
) -> None:
    """Decides every answer of MATCH under other rules; the first difference is told, with exit code 1.

    Other rules are those of another card set, or of other options: --option edition=fr. With `--all` it is
    done with every match of a game, and the first difference of each is told.
    """
    if (match is None) is not everything:
        raise click.UsageError("Name a match, or say --all.")
    if match is None:
        _decide_all(game, cards, choosing.named(options), jobs, on)
    else:
        _decide(match, cards, choosing.named(options))


def _decide(match: str, cards: str | None, options: Mapping[str, Any]) -> None:
    with open_services(reading=True) as services:
        with click.progressbar(length=len(services.repository.replay(match)), label="deciding again") as bar:
            verdict = decided_again(
                services, match, cards, options, lambda checked: bar.update(checked - bar.pos)
            )
        if not verdict.ok:
            raise click.ClickException(verdict.difference)
        click.echo(f"{verdict.answers} answers lead to the same {verdict.facts} facts under these rules.")


def _decide_all(game: str, cards: str | None, options: Mapping[str, Any], jobs: int, on: str | None) -> None:
    if cards is not None:
        with open_services(reading=True) as services:
            services.library.cards(game, cards)  # what is not there is told once, and not of every match
    matches = matches_of_store()
    decided = over_matches(partial(_decided, game, cards, options), matches, jobs, on)
    with click.progressbar(decided, length=len(matches), label="deciding again") as bar:
        found = [(match, one) for match, one in zip(matches, bar, strict=True) if one is not None]
    differ = [(match, one) for match, one in found if isinstance(one, str) or not one.ok]
    for match, one in differ:
        click.echo(f"{match}: {one if isinstance(one, str) else one.difference}")
    held = f"{len(found)} matches of {game} decided again"
    if differ:
        raise click.ClickException(f"{held}: {len(differ)} are otherwise under these rules.")
    click.echo(f"{held}: all lead to the same facts under these rules.")


def _decided(
    game: str, cards: str | None, options: Mapping[str, Any], services: Services, match: str
) -> Verdict | str | None:
    """Returns what comes of deciding *match* again, or why it cannot be; `None` for one of another game."""
    try:
        if services.repository.get(match).match.settings.game != game:
            return None
        return decided_again(services, match, cards, options)
    except LocalizableError as refused:
        return str(refused)
