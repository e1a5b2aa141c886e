"""`ops/do reads`: what a look at the past costs each process, with and without replicas to look at."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from random import Random
from typing import Any, NamedTuple
from urllib.request import urlopen

import click
import msgspec
from prometheus_client.parser import text_string_to_metric_families

from ops.bench import report
from ops.bench.wire import Wire

from . import processes
from .players import Players, Table
from .stand import Stand, postgres

AT_ONCE = 4
"""How many ask at once."""
READINGS = "recount_readings_total"


class Match(NamedTuple):
    """A match that was played, and its last fact."""

    id: str
    last: int


class Reads(NamedTuple):
    """What reads of one kind cost each process, in seconds a read, and which share a replica served.

    `answers` is how many were given meanwhile, for each read: their cost is in it.
    """

    kind: str
    cost: Mapping[str, float]
    served: float
    answers: float


KINDS: Mapping[str, Callable[[Match, Random], str]] = {
    "a past position": lambda match, luck: (
        f"/api/v1/matches/{match.id}/facts/{luck.randint(1, match.last)}/scene"
    ),
    "a film": lambda match, _: f"/api/v1/matches/{match.id}/frames?limit=100",
    "a page of facts": lambda match, _: f"/api/v1/matches/{match.id}/facts?limit=100",
    "a page of the feed": lambda match, luck: (
        f"/api/v1/facts?limit=100&after={luck.randrange(50 * match.last)}"
    ),
    "an export": lambda match, _: f"/api/v1/matches/{match.id}/export",
    "the lobby": lambda _, luck: f"/api/v1/matches?limit={luck.randint(20, 50)}",
}
"""What is read, each in a match taken by chance: its address."""


@click.command()
@click.option("--replicas", type=click.IntRange(0, 8), multiple=True, default=(0, 1, 2, 3), show_default=True)
@click.option("--matches", type=click.IntRange(1, 500), default=100, show_default=True, help="To read.")
@click.option(
    "--seconds", type=click.FloatRange(0.5, 60), default=10.0, show_default=True, help="To play them."
)
@click.option(
    "--times", type=click.IntRange(1), default=600, show_default=True, help="How often each is read."
)
@click.option("--played", is_flag=True, help="Read while the matches are played on, and not afterwards.")
def main(replicas: Sequence[int], matches: int, seconds: float, times: int, played: bool) -> None:
    """Plays matches on PostgreSQL, reads them with so many replicas, and tells what that cost whom."""
    for line in report.heading(report.machine(), 1)[:2]:
        click.echo(line)
    for many in replicas:
        with postgres(many) as stand:
            click.echo(f"\n{stand.named}, {many} replicas; {matches} matches, {times} reads of each kind")
            for line in table(asyncio.run(_measured(stand, matches, seconds, times, played))):
                click.echo(line)


async def _measured(stand: Stand, matches: int, seconds: float, times: int, played: bool) -> list[Reads]:
    players, rng = Players(stand.port, 0.5 if played else 0.0), Random(0)
    tables = [await players.open(await players.seats()) for _ in range(matches)]
    await players.play(tables, seconds)
    match_states = [await _found(stand.port, table) for table in tables]
    playing = asyncio.create_task(players.play(tables, 600)) if played else None
    reads = [await _read(stand, players, kind, match_states, rng, times) for kind in KINDS]
    if playing is not None:
        playing.cancel()
        with suppress(asyncio.CancelledError):
            await playing
    players.leave()
    return reads


async def _found(port: int, table: Table) -> Match:
    wire = await Wire.to(port)
    seen: Any = msgspec.json.decode((await wire.ask("GET", f"/api/v1/matches/{table.match}")).body)
    wire.close()
    return Match(table.match, seen["seq"])


async def _read(
    stand: Stand, players: Players, kind: str, matches: Sequence[Match], rng: Random, times: int
) -> Reads:
    paths = [KINDS[kind](rng.choice(matches), rng) for _ in range(times)]
    before, served, answers = _busy(stand), await asyncio.to_thread(_served, stand), len(players.waits)
    await asyncio.gather(*(_ask(stand.port, paths[first::AT_ONCE]) for first in range(AT_ONCE)))
    cost = {who: (busy - before[who]) / times for who, busy in _busy(stand).items()}
    served = await asyncio.to_thread(_served, stand) - served
    return Reads(kind, cost, served / times, (len(players.waits) - answers) / times)


async def _ask(port: int, paths: Sequence[str]) -> None:
    wire = await Wire.to(port)
    for path in paths:
        reply = await wire.ask("GET", path)
        assert reply.status == 200, (path, reply)
    wire.close()


def _busy(stand: Stand) -> dict[str, float]:
    web, *_ = stand.processes
    return {who: processes.busy([pid]) for who, pid in {"web": web, **stand.databases}.items()}


def _served(stand: Stand) -> float:
    """Returns how many readings of the log replicas have served so far."""
    with urlopen(f"http://127.0.0.1:{stand.port}/metrics", timeout=30) as reply:
        families = text_string_to_metric_families(reply.read().decode())
        samples = [sample for family in families for sample in family.samples]
    return sum(one.value for one in samples if (one.name, one.labels.get("server")) == (READINGS, "replica"))


def table(reads: Sequence[Reads]) -> Iterator[str]:
    """Yields what each kind of read costs, in milliseconds of processor time, by process."""
    servers = "".join(f"{who:>12}" for who in reads[0].cost)
    yield f"{'ms of processor time':<22}{servers}{'by replicas':>14}{'answers':>10}"
    for kind, cost, served, answers in reads:
        costs = "".join(f"{1000 * one:>12.2f}" for one in cost.values())
        yield f"{kind:<22}{costs}{100 * served:>12.0f} %{answers:>10.2f}"
