"""The commands standings, export and import-trf."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path

import click

from domain.tournament.plan import Tiebreaker
from domain.tournament.ranking.standings import compute_standings
from domain.tournament.wording import format_number
from replays.text.languages import ENGLISH
from service.cli.context import open_services
from service.cli.options import cards_option, echo_table, game_option
from service.cli.tournaments.context import (
    ORGANIZER,
    minutes_option,
    render_with_names,
    stage_option,
    tiebreaker_options,
    tournament_argument,
)
from service.shared.catalogues import language
from service.tournaments.background.bundles import bundle_chunks
from service.tournaments.errors import InputError
from service.tournaments.exports.calendar import write_calendar
from service.tournaments.exports.photos import write_photos
from service.tournaments.exports.tables import pairings_csv, standings_csv
from service.tournaments.exports.trf import write_trf
from service.tournaments.queries.moments import last_known_seq, parse_moment
from service.tournaments.report_files.model import InvalidReport
from service.tournaments.report_files.opening import PreparedReport
from service.tournaments.report_files.options import ReportFile
from service.tournaments.report_files.reading import decode_report


@click.command("standings")
@tournament_argument
@stage_option
@click.option("--round", "number", type=click.IntRange(0), help="After this round; all, if left out.")
@click.option("--known", "as_of", help="As known at a position of the log, or at a time with its zone.")
def show_standings(id: str, stage: int | None, number: int | None, as_of: str | None) -> None:
    """Prints the standings of the tournament ID."""
    at = None if as_of is None else parse_moment(as_of)
    if as_of is not None and at is None:
        raise click.BadParameter("a position of the log, or a time with its zone.", param_hint="--known")
    with open_services(reading=True) as services:
        t = services.tournaments.at(id, last_known_seq(services.store, services.tournaments, id, at))
        names = services.players.names_of(t.players)
    rows = [("", "", "points", *t.settings.tiebreakers)]
    for row in compute_standings(t, stage or 0, number):
        numbers = map(format_number, (row.points, *row.values))
        rows.append((str(row.rank), names[row.player], *numbers))
    echo_table(rows)


@click.command("export")
@tournament_argument
@click.option(
    "--format",
    "form",
    type=click.Choice(["standings", "pairings", "trf", "calendar", "bundle"]),
    default="standings",
    show_default=True,
    help="CSV, the Tournament Report File of FIDE, iCalendar; or all of it with its proofs, for `verify`.",
)
@click.option(
    "--photos",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="Also write the photos of all tables into this folder, for `verify --photos`.",
)
@stage_option
def export_tournament(id: str, form: str, folder: Path | None, stage: int | None) -> None:
    """Writes the tournament ID as a file for its organizers."""
    if folder is not None and form != "bundle":
        raise click.UsageError("Photos belong to a bundle: say --format bundle.")
    with open_services(reading=True, sealing=True) as services:
        t, facts = services.tournaments.get(id), services.tournaments.facts(id)
        names = services.players.names_of(t.players)
        render = partial(render_with_names, services)
        match form:
            case "standings":
                text = standings_csv(t, names, stage or 0)
            case "pairings":
                text = pairings_csv(t, names)
            case "trf":
                text = write_trf(t, facts, names, render, stage or 0)
            case "bundle":
                text = b"".join(bundle_chunks(services, id, managed=True)).decode()
                if folder is not None:
                    click.echo(f"{write_photos(services, id, folder)} photos are in {folder}.", err=True)
            case _:
                text = write_calendar(id, t, facts, services.process.name, f"/t/{id}", render).decode()
    click.echo(text, nl=False)


@click.command("import-trf")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@game_option
@cards_option
@click.option("--title", help="The title; that of the file, if left out.")
@click.option("--rounds", type=click.IntRange(1, 100), help="All rounds, if the file does not announce them.")
@click.option("--engine", type=click.Choice(["least-cost", "dutch"]), help="That of the file, if left out.")
@tiebreaker_options
@minutes_option
@click.option("--online", is_flag=True, help="Tables to come are played as matches of this service.")
@click.option("--dry-run", is_flag=True, help="Only print how the file is understood.")
def import_report(
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
    """Opens a tournament from FILE, a Tournament Report File of FIDE (TRF-16 or TRF-2026).

    It prints doubts and errors with their lines and columns, and then the id of the tournament.
    """
    body = ReportFile(
        decode_report(file.read_bytes()),
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
            prepared = services.report_opener.prepare_report(body, ORGANIZER)
            _echo_errors(file, prepared.report.warnings, "warning: ")
            click.echo(_summarize_report(prepared))
            if not dry_run:
                click.echo(services.report_opener.open_report(body, ORGANIZER).tournament)
        except InvalidReport as error:
            _echo_errors(file, error.errors)
            raise click.ClickException(language(ENGLISH).render(error.message)) from error


def _echo_errors(file: Path, errors: Iterable[InputError], prefix: str = "") -> None:
    for error in errors:
        location = f"{file}:{error.line}:{error.column}"
        click.echo(f"{location}: {prefix}{language(ENGLISH).render(error.message)}", err=True)


def _summarize_report(prepared: PreparedReport) -> str:
    report, plan = prepared.report, prepared.plan
    games = sum(len(round_.games) for round_ in report.rounds)
    [stage] = plan.stages
    return (
        f"{plan.title}: {len(report.players)} players, {len(report.rounds)} rounds with {games} games;"
        f" {stage.format}, {stage.rounds or 'all'} rounds{f', {stage.engine}' if stage.engine else ''}."
    )
