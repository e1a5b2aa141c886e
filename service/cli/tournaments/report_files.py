"""The command that opens a tournament from a report file of another program."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import click

from domain.tournament.plan import Tiebreaker
from replays.text.languages import ENGLISH
from service.cli.context import open_services
from service.cli.options import cards, game
from service.cli.tournaments.acting import ORGANIZER
from service.cli.tournaments.plan import minutes, tiebreakers
from service.shared.catalogues import language
from service.tournaments.errors import Mistake
from service.tournaments.report_files.model import InvalidReport
from service.tournaments.report_files.opening import PreparedReport
from service.tournaments.report_files.options import ReportFile
from service.tournaments.report_files.reading import decode


@click.command("import-trf")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@game
@cards
@click.option("--title", help="The title; that of the file, if left out.")
@click.option("--rounds", type=click.IntRange(1, 100), help="All rounds, if the file does not announce them.")
@click.option("--engine", type=click.Choice(["least-cost", "dutch"]), help="That of the file, if left out.")
@tiebreakers
@minutes
@click.option("--online", is_flag=True, help="Tables to come are played as matches of this service.")
@click.option("--dry-run", is_flag=True, help="Only print how the file is understood.")
def import_trf(
    file: Path,
    game: str,
    cards: str | None,
    title: str | None,
    rounds: int | None,
    engine: str | None,
    tiebreakers: Sequence[Tiebreaker],
    minutes: int,
    online: bool,
    dry_run: bool,
) -> None:
    """Opens a tournament that goes on from FILE, a Tournament Report File of FIDE (TRF-16 or TRF-2026).

    Prints doubts and mistakes with their lines and columns, and then the id of the tournament.
    """
    body = ReportFile(
        decode(file.read_bytes()),
        game,
        title,
        rounds,
        None if engine is None else "dutch" if engine == "dutch" else "",
        tuple(tiebreakers) or None,
        cards,
        minutes,
        online,
    )
    with open_services() as services:
        try:
            prepared = services.report_opener.prepare(body, ORGANIZER)
            _print(file, prepared.report.warnings, "warning: ")
            click.echo(_summary(prepared))
            if not dry_run:
                click.echo(services.report_opener.open(body, ORGANIZER).tournament)
        except InvalidReport as error:
            _print(file, error.mistakes)
            raise click.ClickException(language(ENGLISH).render(error.message)) from error


def _print(file: Path, mistakes: Iterable[Mistake], prefix: str = "") -> None:
    for mistake in mistakes:
        place = f"{file}:{mistake.line}:{mistake.column}"
        click.echo(f"{place}: {prefix}{language(ENGLISH).render(mistake.told)}", err=True)


def _summary(prepared: PreparedReport) -> str:
    report, plan = prepared.report, prepared.plan
    games = sum(len(each.games) for each in report.rounds)
    [stage] = plan.stages
    return (
        f"{plan.title}: {len(report.players)} players, {len(report.rounds)} rounds with {games} games;"
        f" {stage.format}, {stage.rounds or 'all'} rounds{f', {stage.engine}' if stage.engine else ''}."
    )
