"""The load: matches opened, streams opened, matches played, and all of it verified."""

from __future__ import annotations

import asyncio
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, NamedTuple

import msgspec

from ops.bench import children

from . import lag, processes
from .players import Players
from .stand import Stand

REST = 4.0
"""Seconds for which all streams are open and nothing happens, or as many as are played if those are fewer."""


class Wanted(NamedTuple):
    """How much: matches and streams at once, how long, and how long a bot thinks on average, in seconds."""

    matches: int
    streams: int
    seconds: float
    think: float = 0.0


class Heard(msgspec.Struct):
    """What the listeners tell: facts heard, streams whose match was over, and errors by kind."""

    heard: int
    over: int
    errors: dict[str, int]


class Found(NamedTuple):
    """What came of it: seconds, and bytes of memory before anything, with the matches, with the streams.

    `busy` and `store_busy` are the seconds that the service and its database were busy while it was played,
    `resting` those the service was busy in a second in which nothing happened but open streams.
    """

    played: Players
    spent: float
    lags: list[float]
    heard: Heard
    memory: tuple[int, int, int]
    busy: float
    store_busy: float
    resting: float

    @property
    def errors(self) -> dict[str, int]:
        """Whatever went wrong, by kind."""
        return {**self.played.errors, **self.heard.errors}


async def put_on(stand: Stand, wanted: Wanted) -> Found:
    """Puts the load that is *wanted* on *stand*."""
    players = Players(stand.port, wanted.think)
    waiting = [await players.seats() for _ in range(wanted.matches)]
    await players.open(waiting[0])  # whatever a first match loads is not the cost of a match
    empty = processes.memory(stand.processes)
    tables = [await players.open(seats) for seats in waiting]
    matches = processes.memory(stand.processes)
    names = [table.match for table in tables]
    with _listeners(stand.port, wanted.streams, names) as (into, out):
        await asyncio.to_thread(_line, out)
        streams = processes.memory(stand.processes)
        before_rest = processes.busy(stand.processes)
        rest = min(REST, wanted.seconds)
        await asyncio.sleep(rest)
        resting = (processes.busy(stand.processes) - before_rest) / rest
        lags: list[float] = []
        watching = asyncio.create_task(lag.watch(stand.metrics, lags))
        stores = processes.programs("postgres", "redis-server")
        before = processes.busy(stand.processes), processes.busy(stores)
        spent = await players.play(tables, wanted.seconds)
        after = processes.busy(stand.processes), processes.busy(stores)
        watching.cancel()
        into.write(children.GO)
        into.flush()
        heard = msgspec.json.decode(await asyncio.to_thread(_line, out), type=Heard)
    players.leave()
    busy, store_busy = after[0] - before[0], after[1] - before[1]
    return Found(players, spent, lags, heard, (empty, matches, streams), busy, store_busy, resting)


def verified(stand: Stand) -> tuple[bool, str]:
    """Returns whether every match in the store of *stand* is as it was played, and what is told of it."""
    command = children.python("service", "verify", "--all")
    with children.running(command, stand.env) as process:
        printed, _ = process.communicate()
    return process.returncode == 0, printed.strip().rpartition("\n")[2]


@contextmanager
def _listeners(port: int, streams: int, matches: list[str]) -> Iterator[tuple[IO[str], IO[str]]]:
    with children.running(children.python("ops.load.listeners", port, streams, *matches)) as process:
        yield _pipes(process)


def _pipes(process: subprocess.Popen[str]) -> tuple[IO[str], IO[str]]:
    assert process.stdin is not None
    assert process.stdout is not None
    return process.stdin, process.stdout


def _line(out: IO[str]) -> str:
    if not (line := out.readline()):
        raise RuntimeError("the listeners ended before their time; their complaint stands above")
    return line
