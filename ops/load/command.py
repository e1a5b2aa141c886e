"""`ops/do load`: puts a load on a service of its own, and tells what it costs."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator, Sequence

import click

from ops.bench import report

from .load import Found, Wanted, put_on, verified
from .stand import STANDS


@click.command()
@click.option("--store", type=click.Choice(list(STANDS)), default="sqlite", show_default=True)
@click.option("--matches", type=click.IntRange(1, 500), default=100, show_default=True, help="At once.")
@click.option(
    "--streams", type=click.IntRange(0, 3000), default=1000, show_default=True, help="Open at once."
)
@click.option("--seconds", type=click.FloatRange(0.1, 60), default=30.0, show_default=True, help="To play.")
@click.option("--think", type=float, default=0.0, help="Seconds that a bot thinks, on average.")
def main(store: str, matches: int, streams: int, seconds: float, think: float) -> None:
    """Plays many matches at once over HTTP, before open streams, and verifies all of them afterwards.

    The exit code is 1 when anything went wrong, or a match is not as it was played.
    """
    heading = report.heading(report.machine(), 1)[:2]
    with STANDS[store]() as stand:
        found = asyncio.run(put_on(stand, Wanted(matches, streams, seconds, think)))
        good, text = verified(stand)
    for line in heading:
        click.echo(line)
    click.echo(
        f"{stand.named}; {matches} matches, {streams} streams, {found.spent:.1f} s, thinking {think} s\n"
    )
    for name, figure in lines(found, matches, streams):
        click.echo(f"{name:<36}{figure}")
    click.echo(f"{'verified':<36}{text}")
    sys.exit(0 if good and not found.errors else 1)


def lines(found: Found, matches: int, streams: int) -> Iterator[tuple[str, str]]:
    """Yields what was measured, and its figure."""
    empty, opened, listening = found.memory
    answers = len(found.played.waits)
    yield "answers a second", report.number(answers / found.spent)
    yield "latency p50 / p95 / p99", _ranked(found.played.waits, 0.5, 0.95, 0.99)
    yield "projection lag p50 / p99", _ranked(found.lags, 0.5, 0.99)
    yield "facts heard on streams a second", report.number(found.heard.heard / found.spent)
    yield "streams open to the end", f"{streams - found.heard.over} of {streams}"
    yield "service busy, an answer", f"{report.number(1000 * found.busy / max(1, answers))} ms"
    yield "database busy, an answer", f"{report.number(1000 * found.store_busy / max(1, answers))} ms"
    yield "service busy, nobody playing", f"{100 * found.resting:.0f} % of a core"
    yield "memory of the empty service", f"{empty / 2**20:.0f} MiB"
    yield "memory a match", f"{(opened - empty) / matches / 1024:.0f} KiB"
    if streams:
        yield "memory an idle stream", f"{(listening - opened) / streams / 1024:.0f} KiB"
    yield "matches opened", str(found.played.opened)
    yield "errors", ", ".join(f"{count} x {kind}" for kind, count in found.errors.items()) or "0"


def _ranked(seconds: Sequence[float], *shares: float) -> str:
    ranked = sorted(seconds)
    times = (1000 * ranked[int(share * (len(ranked) - 1))] for share in shares)
    return " / ".join(map(report.number, times)) + " ms"
