"""Measures the service beside floors and peers, and prints one table."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path

import click

from . import disk, durable, figures, http, memory, projections, recording
from .figures import Figure
from .ground import Ground

MEASUREMENTS: Mapping[str, Callable[[Ground], list[Figure]]] = {
    "decide": memory.measure_decide,
    "fold": memory.measure_fold,
    "positions": memory.measure_positions,
    "durable": durable.measure,
    "http": http.measure,
    "projections": projections.measure,
    "recording": recording.measure,
    "disk": disk.measure,
}
FULL, QUICK = (5, 2.0), (3, 0.8)
"""Rounds, and seconds of a measure in each."""


@click.command()
@click.argument("names", nargs=-1, type=click.Choice(list(MEASUREMENTS)))
@click.option("--quick", is_flag=True, help="Fewer and shorter rounds.")
@click.option(
    "--json", "out", type=click.Path(dir_okay=False, path_type=Path), help="A file for the same as JSON."
)
def main(names: tuple[str, ...], quick: bool, out: Path | None) -> None:
    """Measures NAMES, or everything, beside floors and peers, and compares the figures with the targets."""
    rounds, seconds = QUICK if quick else FULL
    properties = figures.machine()
    for line in figures.heading(properties, rounds):
        click.echo(line)
    measured: list[Figure] = []
    with Ground(rounds, seconds) as ground:
        for name in names or MEASUREMENTS:
            click.echo(f"bench: {name}", err=True)
            measured += MEASUREMENTS[name](ground)
    for line in ("", *figures.table(measured)):
        click.echo(line)
    if out:
        fields = {"machine": properties, "rounds": rounds, "figures": figures.plain(measured)}
        out.write_text(json.dumps(fields, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
