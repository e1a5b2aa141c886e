"""Commands that tell of a tournament: standings, export."""

from __future__ import annotations

from functools import partial

import click

from domain.tournament.ranking.standings import compute_standings as standings_of
from domain.tournament.wording import format_number
from service.cli.context import open_services
from service.cli.tournaments.acting import of_stage, of_tournament, told_by_name
from service.tournaments.background.bundles import bundled
from service.tournaments.exports.calendar import calendar
from service.tournaments.exports.tables import pairings_csv, standings_csv
from service.tournaments.exports.trf import trf
from service.tournaments.queries.moments import last_known, moment

_after = click.option("--round", "after", type=click.IntRange(0), help="After this round; all, if left out.")


@click.command()
@of_tournament
@of_stage
@_after
@click.option("--known", help="As known at a position of the log, or at a time with its zone.")
def standings(id: str, stage: int | None, after: int | None, known: str | None) -> None:
    """Tells who stands where in the tournament ID."""
    at = None if known is None else moment(known)
    if known is not None and at is None:
        raise click.BadParameter("a position of the log, or a time with its zone.", param_hint="--known")
    with open_services(reading=True) as services:
        t = services.tournaments.at(id, last_known(services.store, services.tournaments, id, at))
        names = services.players.names(t.players)
        rows = [("", "", "points", *t.settings.tiebreakers)]
        for row in standings_of(t, stage or 0, after):
            rows.append(
                (
                    str(row.rank),
                    names[row.player],
                    format_number(row.points),
                    *(map(format_number, row.values)),
                )
            )
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for cells in rows:
        click.echo("  ".join(f"{cell:<{width}}" for cell, width in zip(cells, widths, strict=True)).rstrip())


@click.command()
@of_tournament
@click.option(
    "--format",
    "form",
    type=click.Choice(["standings", "pairings", "trf", "calendar", "bundle"]),
    default="standings",
    show_default=True,
    help="CSV, the Tournament Report File of FIDE, iCalendar; or all of it with its proofs, for `verify`.",
)
@of_stage
def export(id: str, form: str, stage: int | None) -> None:
    """Writes the tournament ID as a file, with all that its organizers may see."""
    with open_services(reading=True) as services:
        t, facts = services.tournaments.get(id), services.tournaments.facts(id)
        names = services.players.names(t.players)
        match form:
            case "standings":
                text = standings_csv(t, names, stage or 0)
            case "pairings":
                text = pairings_csv(t, names)
            case "trf":
                text = trf(t, facts, names, lambda message: told_by_name(services, message), stage or 0)
            case "bundle":
                text = b"".join(bundled(services, id, managed=True)).decode()
            case _:
                tell = partial(told_by_name, services)
                text = calendar(id, t, facts, services.process.name, f"/t/{id}", tell).decode()
    click.echo(text, nl=False)
