"""Breaks a cluster under load repeatedly, and measures the pauses."""

from __future__ import annotations

import asyncio
import os
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import median_low
from tempfile import gettempdir
from time import monotonic
from typing import NamedTuple

import click

from ops.cluster import state
from ops.cluster.local import AHEAD, Local, until

from .bots import Bots
from .breaking import FAULTS
from .checks import findings
from .ears import Ears

QUIET = (2.0, 5.0)
"""Seconds, at least and at most, for which a whole cluster is played on before it is broken."""
WATCHED = 4.0
"""Seconds for which a fault is watched at least: some take that long to be felt."""
AT_MOST, HEALING = 90.0, 180.0
"""Seconds after which writing will not go on, and after which the cluster will not be whole."""
RECENT = 2.0
"""Seconds over which answers are counted, to see whether it is played as before."""


class Outcome(NamedTuple):
    """What came of a fault: the longest time without an answer to anybody, and without a read, in seconds.

    `past` is the same for facts, which a replica may tell. `waited` is what the answer that took longest has
    taken, `healed` the time until the cluster was whole once it was mended.
    """

    what: str
    host: str
    writing: float
    waited: float
    reading: float
    past: float
    healed: float


class Trial:
    """A cluster with a load on it, to be broken."""

    def __init__(self, cluster: Local, bots: Bots, ears: Ears, luck: Random) -> None:
        self._cluster, self._bots, self._ears, self._luck = cluster, bots, ears, luck

    async def whole(self) -> bool:
        """Waits until the cluster is whole and played on; tells whether that came about."""
        inventory = self._cluster.inventory
        return await asyncio.to_thread(until, lambda: state.whole(inventory), HEALING) and await self._played(
            1
        )

    async def broken(self, name: str) -> Outcome:
        """Breaks a whole cluster, waits until it is played on, and mends it."""
        await asyncio.sleep(self._luck.uniform(*QUIET))
        usual, began = self._recent(), monotonic()
        host = await asyncio.to_thread(FAULTS[name], self._cluster)
        await asyncio.sleep(WATCHED)
        await self._played(usual // 3)
        mended = monotonic()
        await asyncio.to_thread(self._cluster.up)
        healed = await self.whole()
        ended = monotonic()
        waits = [took for start, took in self._bots.waits if start + took > began]
        return Outcome(
            name,
            host,
            pause(self._bots.acks, began, ended),
            max(waits, default=ended - began),
            pause(self._ears.reads, began, ended),
            pause(self._ears.pasts, began, ended),
            ended - mended if healed else float("inf"),
        )

    async def _played(self, minimum: int) -> bool:
        """Waits until as many answers as *minimum* have come of late; tells whether they do."""
        deadline = monotonic() + AT_MOST
        while self._recent() < max(1, minimum):
            if monotonic() > deadline:
                return False
            await asyncio.sleep(0.1)
        return True

    def _recent(self) -> int:
        started_at = monotonic() - RECENT
        return sum(ack > started_at for ack in self._bots.acks[-1000:])


def pause(times: Sequence[float], began: float, ended: float) -> float:
    """Returns the longest time between two of *times*, beginning and end included, in seconds."""
    among = [began, *(time for time in times if began < time < ended), ended]
    return max(after - before for before, after in pairwise(among))


@click.command()
@click.option("--times", type=click.IntRange(1), default=1, show_default=True, help="How often each is made.")
@click.option("--matches", type=click.IntRange(1), default=6, show_default=True, help="At once.")
@click.option("--streams", type=click.IntRange(0), default=24, show_default=True, help="Open at once.")
@click.option("--think", type=float, default=0.4, show_default=True, help="Seconds a bot thinks, on average.")
@click.option("--seed", type=int, default=0, help="Of all that is chance here.")
@click.option(
    "--data",
    type=click.Path(path_type=Path),
    default=Path(gettempdir(), "recount-cluster"),
    show_default=True,
)
@click.argument("what", nargs=-1, type=click.Choice(list(FAULTS)))
def main(
    times: int, matches: int, streams: int, think: float, seed: int, data: Path, what: tuple[str, ...]
) -> None:
    """Breaks a cluster on this machine in each way named, or in every way, while bots play on it.

    The exit code is 1 when an acknowledged answer was lost, repeated or changed, or a stream has a gap.
    """
    cluster = Local(data)
    cluster.up()
    os.nice(AHEAD)  # clients have machines of their own, too
    rng = Random(seed)
    plan = list(what or FAULTS) * times
    rng.shuffle(plan)
    hosts = cluster.inventory.addresses("proxy")
    bots = Bots(hosts, matches, think, seed)
    ears = Ears(hosts, bots, streams)
    outcomes = asyncio.run(_run(Trial(cluster, bots, ears, rng), plan, bots, ears))
    for line in table(outcomes):
        click.echo(line)
    click.echo(f"answers acknowledged: {len(bots.acks)}; facts heard on streams: {ears.heard}")
    click.echo(f"own matches read: {bots.own_reads}, went back: {bots.errors['own match went back']}")
    click.echo(f"repeated: {dict(bots.refusals.most_common())}")
    wrong = [*(f"{count} x {error}" for error, count in bots.errors.items())]
    wrong += findings(cluster, bots.saids, ears)
    for one in wrong:
        click.echo(f"WRONG: {one}")
    click.echo("all is as it was acknowledged" if not wrong else "not all is as it was acknowledged")
    sys.exit(1 if wrong else 0)


async def _run(trial: Trial, plan: Sequence[str], bots: Bots, ears: Ears) -> list[Outcome]:
    playing, listening = asyncio.create_task(bots.run()), asyncio.create_task(ears.run())
    outcomes = []
    await trial.whole()
    for name in plan:
        outcomes.append(await trial.broken(name))
        click.echo(told(outcomes[-1]))
    bots.is_ending = True
    await playing
    ears.leaving = True
    try:
        await asyncio.wait_for(listening, AT_MOST)
    except TimeoutError:
        ears.errors["streams that never told the rest"] += 1
    return outcomes


def told(one: Outcome) -> str:
    """Returns an outcome in a line."""
    return (
        f"{one.what:<14}{one.host:<8} nobody answered for {one.writing:5.1f} s, the longest waited "
        f"{one.waited:5.1f} s, nobody read for {one.reading:5.1f} s, nor facts for {one.past:5.1f} s, "
        f"whole after {one.healed:5.1f} s"
    )


def table(outcomes: Sequence[Outcome]) -> Iterator[str]:
    """Yields the times by kind of fault: how often, and p50 and worst of writing, waiting and reading."""
    kinds = defaultdict[str, list[Outcome]](list)
    for outcome in outcomes:
        kinds[outcome.what].append(outcome)
    heads = ("no answer, s", "longest wait", "no read", "no facts", "whole")
    yield f"{'fault':<14}{'times':>6}" + "".join(f"{head:>16}" for head in heads)
    for name, all_of in kinds.items():
        columns = zip(*(outcome[2:] for outcome in all_of), strict=True)
        spans = "".join(f"{median_low(column):>8.1f}{max(column):>8.1f}" for column in columns)
        yield f"{name:<14}{len(all_of):>6}{spans}"
