"""Crowds of bad clients at a service of its own, and the waits of a small client beside them."""

from __future__ import annotations

import asyncio
import math
import re
import statistics
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from itertools import cycle
from tempfile import TemporaryDirectory
from typing import NamedTuple

import click
import uvloop

from ops.shared.processes import (
    free_port,
    memory_bytes,
    pipes_of,
    python,
    read_line,
    running,
    send_go,
    serving,
)
from service.serving.admission import raise_file_limit

HOST = "127.0.0.1"
PROBES = ("/api/v1/", "/api/v1/problems/too-many", "/healthz", "/api/v1/matches")
PROBE_SECONDS, PATIENCE_SECONDS = 0.02, 20.0
"""Time between two small requests, and the longest wait for a reply."""
RETURN_SECONDS, STEP_SECONDS = 1.0, 1.0
"""Time after which a client without a connection opens the next, and time between two bytes of a slow one."""
ADDRESSES, CLIENTS, SECONDS = 1, 1500, 8.0
_LENGTH = re.compile(rb"content-length: (\d+)", re.IGNORECASE)


class Habit(NamedTuple):
    """The bytes that a bad client sends at once and slowly, and whether it reads and repeats."""

    sent: bytes
    slow: bytes = b""
    reads: bool = False


def _ask(path: str, fields: str = "", method: str = "GET") -> bytes:
    return f"{method} {path} HTTP/1.1\r\nHost: here\r\n{fields}\r\n".encode()


DOCUMENT = "/api/v1/openapi.json"
HABITS: Mapping[str, Habit] = {
    "unread": Habit(8 * _ask(DOCUMENT)),
    "hungry": Habit(_ask(DOCUMENT, "Accept-Encoding: gzip\r\n"), reads=True),
    "costly": Habit(_ask("/api/v1/games/arena/rules"), reads=True),
    "streams": Habit(_ask("/api/v1/facts", "Accept: text/event-stream\r\n")),
    "silent": Habit(b""),
    "heads": Habit(b"GET / HTTP/1.1\r\nHost: here\r\nX-Slow: ", b"a" * 4000),
    "bodies": Habit(_ask("/api/v1/matches", "Content-Length: 4000\r\n", "POST"), b" " * 3000),
    "uploads": Habit(
        _ask("/api/v1/imports", "Content-Length: 90000\r\n", "POST") + b" " * 70_000, b" " * 3000
    ),
}


class Waits(NamedTuple):
    """Waits of a small client in milliseconds, and the number of its requests without a reply of 200."""

    p50: float
    p95: float
    longest: float
    failed: int


async def probe_service(port: int, seconds: float) -> Waits:
    """Sends small requests for *seconds* at a fixed rate, each on a connection of its own."""
    probes, end = list[asyncio.Task[float]](), time.monotonic() + seconds
    for path in cycle(PROBES):
        if time.monotonic() > end:
            break
        probes.append(asyncio.create_task(_probe(port, path)))
        await asyncio.sleep(PROBE_SECONDS)
    waits = await asyncio.gather(*probes)
    failed = sum(map(math.isinf, waits))
    return Waits(statistics.median(waits), statistics.quantiles(waits, n=20)[-1], max(waits), failed)


async def _probe(port: int, path: str) -> float:
    """Returns the milliseconds until the whole reply, or infinity without a reply of 200."""
    start = time.perf_counter()
    with suppress(OSError, TimeoutError):
        async with asyncio.timeout(PATIENCE_SECONDS):
            reader, writer = await asyncio.open_connection(HOST, port)
            writer.write(_ask(path, "Connection: close\r\n"))
            reply = await reader.read(-1)
            writer.close()
        if reply.startswith(b"HTTP/1.1 200 "):
            return 1000 * (time.perf_counter() - start)
    return math.inf


@contextmanager
def crowd(port: int, habit: str, clients: int, addresses: int) -> Iterator[None]:
    """Sends a crowd of *clients* with a *habit* to the service at *port* from another process."""
    command = python("ops.faults.crowd", habit, port, clients, addresses)
    with running(command) as process:
        read_line(pipes_of(process)[1])
        yield


async def visit_service(port: int, address: str, habit: Habit) -> None:
    """Opens one connection after the other from *address*."""
    while True:
        with suppress(OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            reader, writer = await asyncio.open_connection(HOST, port, local_addr=(address, 0))
            try:
                await _misbehave(habit, reader, writer)
            finally:
                writer.transport.abort()
        await asyncio.sleep(RETURN_SECONDS)


async def _misbehave(habit: Habit, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    if not habit.reads:
        writer.transport.pause_reading()  # type: ignore[attr-defined]
    writer.write(habit.sent)
    for number in range(len(habit.slow)):
        await asyncio.sleep(STEP_SECONDS)
        writer.write(habit.slow[number : number + 1])
        await writer.drain()
    while habit.reads:
        head = await reader.readuntil(b"\r\n\r\n")
        length = _LENGTH.search(head)
        await reader.readexactly(int(length[1]) if length else 0)
        if b"connection: close" in head.lower():
            return
        writer.write(habit.sent)
    await asyncio.Event().wait()


async def gather_crowd(port: int, habit: Habit, clients: int, addresses: int) -> None:
    """Runs all clients of a crowd until the process ends."""
    visits = [visit_service(port, f"127.0.1.{1 + number % addresses}", habit) for number in range(clients)]
    send_go(sys.stdout)
    await asyncio.gather(*visits)


@click.command("crowd")
@click.argument("habits", nargs=-1, type=click.Choice(list(HABITS)))
@click.option("--clients", default=CLIENTS, show_default=True)
@click.option("--addresses", default=ADDRESSES, show_default=True)
@click.option("--seconds", default=SECONDS, show_default=True)
def main(habits: Sequence[str], clients: int, addresses: int, seconds: float) -> None:
    """Sends crowds with HABITS, by default each in turn, and measures the waits of another address."""
    for habit in habits or HABITS:
        with TemporaryDirectory(prefix="recount-") as data:
            port = free_port()
            command = python("service", "serve", "--port", port, "--workers", 1)
            with serving(command, {"RECOUNT_DATA": data}, f"http://{HOST}:{port}/readyz") as service:
                uvloop.run(probe_service(port, 1))
                quiet = uvloop.run(probe_service(port, seconds))
                with crowd(port, habit, clients, addresses):
                    beside = uvloop.run(probe_service(port, seconds))
                    megabytes = memory_bytes([service.pid]) / 1e6
        click.echo(
            f"{habit}: {clients} clients, {addresses} addresses; quiet p95 {quiet.p95:.1f} ms; "
            f"beside them p50 {beside.p50:.1f}, p95 {beside.p95:.1f}, longest {beside.longest:.0f} ms, "
            f"{beside.failed} failed; {megabytes:.0f} MB"
        )


if __name__ == "__main__":
    raise_file_limit()
    uvloop.run(gather_crowd(int(sys.argv[2]), HABITS[sys.argv[1]], int(sys.argv[3]), int(sys.argv[4])))
