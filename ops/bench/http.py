"""HTTP: 32 matches at once on the real service and on boardgame.io, played by the lean client, in turns."""

from __future__ import annotations

import socket
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

from ops.load import processes

from . import children
from .figure import Figure, Target, at_least, at_most, beside, over_peer
from .ground import Ground
from .lean.clients import MATCHES, Client, playing
from .rounds import Reading, side_by_side

STARTING = 60.0
"""Seconds that a service may take to start."""
WARMING_SECONDS, GREETING_SECONDS = 5.0, 1.0
"""How long is played before it is measured: Node compiles meanwhile; a greeting needs less."""
SETTLING_SECONDS, IDLE_SECONDS = 1.0, 1.5
"""How long the views have to catch up, and then nobody plays: what that costs is taken off."""

WAITED = (at_most(25),)
"""Targets of the p99 of an answer, flat out."""
STEADY = 300
"""Answers a second that have their times, whether others were answered or not."""
STEADY_P50 = (at_most(4),)
"""Target of the p50 of an answer at that rate, in ms."""
COST = "µs"
"""The unit of a reading that is the processor time of all processes of a server, an answer."""
ONE = "HTTP, SQLite, 1 process and one for the views"
TWO = "HTTP, PostgreSQL + Redis, 2 workers and a process for the views"
UNLIMITED = {"RECOUNT_LIMITS": "off"}
"""Nobody is told to wait."""
APART = {"RECOUNT_LOG": "json", "RECOUNT_RUNNER": "apart", **UNLIMITED}
"""A service with its journal, and a process for the views."""


def measure(ground: Ground) -> list[Figure]:
    """Measures answers a second, their waits and their cost: on SQLite, and on PostgreSQL and Redis."""
    with ground.directory() as directory, ground.postgres.database() as database:
        one = {"RECOUNT_DATA": str(directory / "one"), **APART}
        two = {"RECOUNT_DATA": str(directory / "two"), "REDIS_URL": ground.redis_url, **database, **APART}
        seconds = 2 * ground.seconds
        sqlite, postgres, hello, hello_two, files, memory = side_by_side(
            ground.rounds,
            lambda: played(1, one, seconds),
            lambda: played(2, two, seconds, ("postgres", "redis-server")),
            lambda: greeted(1, ground.seconds),
            lambda: greeted(2, ground.seconds),
            lambda: peer_played(ground, seconds, directory / "files"),
            lambda: peer_played(ground, seconds, None),
        )
    return [
        *_figures(ONE, sqlite, hello, files, memory, (at_least(1000), over_peer(1.8)), (over_peer(1.7),)),
        *_steady(ONE, sqlite, at_most(10)),
        *_figures(TWO, postgres, hello_two, files, memory, (at_least(1000), over_peer(1.2)), ()),
        *_steady(TWO, postgres, at_most(20)),
        Figure("the client itself, an answer", sqlite["client µs"], COST, None, None, (at_most(50),)),
        Figure("looks that an answer takes along", sqlite["looks"], "looks"),
    ]


def played(workers: int, env: Mapping[str, str], seconds: float, databases: Sequence[str] = ()) -> Reading:
    """Lets the client play on the service; the programs *databases* count among its processes.

    Reads what `measure_cost` does, and `steady p50` and `steady p99` at a steady rate.
    """
    port = free_port()
    command = children.python("service", "serve", "--port", port, "--workers", workers)
    with (
        serving(command, env, f"http://127.0.0.1:{port}/readyz", silent=True) as service,
        playing("recount", port) as client,
    ):
        client.play(WARMING_SECONDS)
        flat_out = measure_cost(client, [service.pid, *processes.programs(*databases)], seconds)
        steady = client.play(seconds, rate=STEADY)
        return {**flat_out, "steady p50": steady["p50"], "steady p99": steady["p99"]}


def peer_played(ground: Ground, seconds: float, directory: Path | None) -> Reading:
    """Lets the client play on boardgame.io, where it is installed; reads what `measure_cost` does."""
    with ground.peers.server(directory) as server:
        if server is None:
            return {}
        with playing("boardgame", server.port, server.env) as client:
            client.play(WARMING_SECONDS)
            return measure_cost(client, [server.pid], seconds)


def greeted(workers: int, seconds: float) -> Reading:
    """Lets as many clients be greeted by the same server; reads what `Client.play` does."""
    port = free_port()
    command = children.python("ops.bench.hello", port, workers)
    with serving(command, {}, f"http://127.0.0.1:{port}/"), playing("hello", port) as client:
        client.play(GREETING_SECONDS)
        return client.play(seconds)


def measure_cost(client: Client, pids: Sequence[int], seconds: float = 0.0, answers: int = 0) -> Reading:
    """Lets the client play on the server that *pids* are; reads what `Client.play` does, and its cost."""
    before, start = processes.busy(pids), time.monotonic()
    reading = client.play(seconds, answers)
    time.sleep(SETTLING_SECONDS)
    busy, spent = processes.busy(pids) - before, time.monotonic() - start
    before = processes.busy(pids)
    time.sleep(IDLE_SECONDS)
    idle = (processes.busy(pids) - before) / IDLE_SECONDS
    return {**reading, COST: 1e6 * (busy - idle * spent) / reading["answers"]}


@contextmanager
def serving(
    command: list[str],
    env: Mapping[str, str],
    address: str,
    limit: int = children.LIMIT,
    *,
    silent: bool = False,
) -> Iterator[subprocess.Popen[str]]:
    """Runs *command* with *env* added to the environment, from the moment that *address* answers.

    It lives for *limit* seconds at most. With *silent*, what it writes into its journal is not shown.
    """
    deadline = time.monotonic() + STARTING
    with children.running(command, env, silent=silent, limit=limit) as process:
        while not _answers(address):
            if process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"{' '.join(command)} does not serve")
            time.sleep(0.05)
        yield process


def _answers(address: str) -> bool:
    try:
        with urlopen(address, timeout=5):
            return True
    except OSError:  # refused, or no answer yet
        return False


def free_port() -> int:
    """Returns a port of this machine that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
        return port


def _figures(
    name: str,
    ours: Reading,
    hello: Reading,
    files: Reading,
    memory: Reading,
    speed: tuple[Target, ...],
    cost: tuple[Target, ...],
) -> list[Figure]:
    on_disk, in_memory = (f"boardgame.io, {MATCHES} matches in {where}" for where in ("files", "memory"))
    greeting = "Flask hello, same server"
    return [
        Figure(
            name,
            ours["answers/s"],
            "answers/s",
            beside(greeting, hello, "answers/s"),
            beside(on_disk, files, "answers/s"),
            speed,
        ),
        Figure(name, ours["answers/s"], "answers/s", None, beside(in_memory, memory, "answers/s")),
        Figure(f"{name}, p50", ours["p50"], "ms", beside(greeting, hello, "p50")),
        Figure(f"{name}, p99", ours["p99"], "ms", None, beside(on_disk, files, "p99"), WAITED),
        Figure(f"{name}, p99", ours["p99"], "ms", None, beside(in_memory, memory, "p99")),
        Figure(f"{name}, processor time", ours[COST], COST, None, beside(on_disk, files, COST), cost),
        Figure(f"{name}, processor time", ours[COST], COST, None, beside(in_memory, memory, COST)),
    ]


def _steady(name: str, ours: Reading, p99: Target) -> list[Figure]:
    name = f"{name}, steady {STEADY} answers/s"
    return [
        Figure(f"{name}, p50", ours["steady p50"], "ms", targets=STEADY_P50),
        Figure(f"{name}, p99", ours["steady p99"], "ms", targets=(p99,)),
    ]
