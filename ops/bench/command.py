"""`ops/do bench`: measures what it is asked for, and prints one table."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path

import click

from . import (
    browser,
    chain,
    cost,
    datasets,
    decide,
    disk,
    durable,
    feed,
    fold,
    growth,
    http,
    intervals,
    jobs,
    positions,
    projections,
    realms,
    report,
    tournaments,
)
from .figure import Figure
from .ground import Ground

MEASUREMENTS: Mapping[str, Callable[[Ground], list[Figure]]] = {
    module.__name__.rpartition(".")[2]: module.measure
    for module in (
        decide,
        chain,
        realms,
        fold,
        positions,
        durable,
        http,
        cost,
        browser,
        projections,
        feed,
        disk,
        growth,
        datasets,
        intervals,
        jobs,
        tournaments,
    )
}

FULL = (5, 2.0)
QUICK = (3, 0.8)


@click.command()
@click.argument("names", nargs=-1, type=click.Choice(list(MEASUREMENTS)))
@click.option("--quick", is_flag=True, help="Fewer and shorter rounds: three minutes instead of ten.")
@click.option(
    "--json", "out", type=click.Path(dir_okay=False, path_type=Path), help="A file for the same as JSON."
)
def main(names: tuple[str, ...], quick: bool, out: Path | None) -> None:
    """Measures NAMES, or everything, beside floors and peers, and holds it against the targets."""
    rounds, seconds = QUICK if quick else FULL
    results = report.machine()
    for line in report.heading(results, rounds):
        click.echo(line)
    figures: list[Figure] = []
    with Ground(rounds, seconds) as ground:
        for name in names or MEASUREMENTS:
            click.echo(f"bench: {name}", err=True)
            figures += MEASUREMENTS[name](ground)
    click.echo("")
    for line in report.lines(figures):
        click.echo(line)
    if out:
        fields = {"machine": results, "rounds": rounds, "figures": report.plain(figures)}
        out.write_text(json.dumps(fields, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
