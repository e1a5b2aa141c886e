"""Puts a load on a service of its own, and measures its cost."""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple
from urllib.request import urlopen

import click
import msgspec
from prometheus_client.parser import text_string_to_metric_families

from ops.bench import figures
from ops.shared import processes
from ops.shared.bots import Players

from .stand import STANDS, Stand

IDLE_SECONDS = 4.0
"""Time of open streams without play; with a shorter play, that of the play."""
LAG_PAUSE_SECONDS = 0.25
LAG_METRIC = "recount_projection_lag_seconds"


class Heard(msgspec.Struct):
    """The report of the listeners: facts, streams of ended matches, and errors by kind."""

    heard: int
    over: int
    errors: dict[str, int]


class Measured(NamedTuple):
    """The result of a load.

    `memory` is in bytes, of the empty service, with matches, and with streams. `busy` and `database_busy` are
    processor seconds during the play, and `idle_share` is that of a core with open streams and no play.
    """

    players: Players
    seconds: float
    lags: list[float]
    heard: Heard
    memory: tuple[int, int, int]
    busy: float
    database_busy: float
    idle_share: float

    @property
    def errors(self) -> Counter[str]:
        """All errors by kind."""
        return self.players.errors + Counter(self.heard.errors)


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

    The exit code is 1 after an error, or when a match does not verify.
    """
    heading = figures.heading(figures.machine(), 1)[:2]
    with STANDS[store]() as stand:
        measured = asyncio.run(put_load(stand, matches, streams, seconds, think))
        is_good, summary = verify(stand)
    for line in heading:
        click.echo(line)
    click.echo(f"{stand.name}; {matches} matches, {streams} streams, {measured.seconds:.1f} s, {think=} s\n")
    for name, figure in (*rows(measured, matches, streams), ("verified", summary)):
        click.echo(f"{name:<36}{figure}")
    sys.exit(0 if is_good and not measured.errors else 1)


async def put_load(stand: Stand, matches: int, streams: int, seconds: float, think: float) -> Measured:
    """Plays *matches* for so many *seconds* on *stand*, before so many *streams*."""
    players = Players(stand.port, matches, think)
    await players.connect()
    await players.tables[0].open()  # the first match loads modules
    empty = processes.memory_bytes(stand.pids)
    await players.open()
    with_matches = processes.memory_bytes(stand.pids)
    names = [table.match for table in players.tables]
    command = processes.python("ops.load.listeners", stand.port, streams, *names)
    with processes.running(command) as process:
        input_, output = processes.pipes_of(process)
        await asyncio.to_thread(processes.read_line, output)
        with_streams = processes.memory_bytes(stand.pids)
        idle_seconds, idle_before = min(IDLE_SECONDS, seconds), processes.busy_seconds(stand.pids)
        await asyncio.sleep(idle_seconds)
        idle_share = (processes.busy_seconds(stand.pids) - idle_before) / idle_seconds
        lags: list[float] = []
        watching = asyncio.create_task(watch_lag(stand.metrics, lags))
        databases = processes.children_by_program("postgres", "redis-server")
        before = processes.busy_seconds(stand.pids), processes.busy_seconds(databases)
        spent = await players.play(seconds)
        after = processes.busy_seconds(stand.pids), processes.busy_seconds(databases)
        watching.cancel()
        processes.send_go(input_)
        heard = msgspec.json.decode(await asyncio.to_thread(processes.read_line, output), type=Heard)
    players.close()
    memory = empty, with_matches, with_streams
    return Measured(
        players, spent, lags, heard, memory, after[0] - before[0], after[1] - before[1], idle_share
    )


async def watch_lag(address: str, lags: list[float]) -> None:
    """Adds the lag of the slowest projection to *lags* repeatedly, in seconds."""
    while True:
        lags.append(await asyncio.to_thread(_read_lag, address))
        await asyncio.sleep(LAG_PAUSE_SECONDS)


def _read_lag(address: str) -> float:
    with urlopen(address, timeout=30) as reply:
        families = text_string_to_metric_families(reply.read().decode())
        return max(s.value for family in families if family.name == LAG_METRIC for s in family.samples)


def verify(stand: Stand) -> tuple[bool, str]:
    """Returns whether every match in the store of *stand* verifies, and the summary."""
    with processes.running(processes.python("service", "verify", "--all"), stand.env) as process:
        output, _ = process.communicate()
    return process.returncode == 0, output.strip().rpartition("\n")[2]


def rows(measured: Measured, matches: int, streams: int) -> Iterator[tuple[str, str]]:
    """Yields the name of each figure, and its text."""
    empty, with_matches, with_streams = measured.memory
    answers = max(1, len(measured.players.waits))
    yield "answers a second", figures.number(len(measured.players.waits) / measured.seconds)
    yield "latency p50 / p95 / p99", _ranked(measured.players.waits, 0.5, 0.95, 0.99)
    yield "projection lag p50 / p99", _ranked(measured.lags, 0.5, 0.99)
    yield "facts heard on streams a second", figures.number(measured.heard.heard / measured.seconds)
    yield "streams open to the end", f"{streams - measured.heard.over} of {streams}"
    yield "service busy, an answer", f"{figures.number(1000 * measured.busy / answers)} ms"
    yield "database busy, an answer", f"{figures.number(1000 * measured.database_busy / answers)} ms"
    yield "service busy, without play", f"{100 * measured.idle_share:.0f} % of a core"
    yield "memory of the empty service", f"{empty / 2**20:.0f} MiB"
    yield "memory a match", f"{(with_matches - empty) / matches / 1024:.0f} KiB"
    if streams:
        yield "memory an idle stream", f"{(with_streams - with_matches) / streams / 1024:.0f} KiB"
    yield "matches opened", str(measured.players.opened)
    yield "errors", ", ".join(f"{count} x {kind}" for kind, count in measured.errors.items()) or "0"


def _ranked(seconds: Sequence[float], *shares: float) -> str:
    ranked = sorted(seconds)
    times = (1000 * ranked[int(share * (len(ranked) - 1))] for share in shares)
    return " / ".join(map(figures.number, times)) + " ms"
