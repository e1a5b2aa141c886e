"""Measures 32 matches at once over HTTP, on the real service and on boardgame.io in turns."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from ops.load.stand import UNLIMITED
from ops.shared import processes
from ops.shared.processes import busy_seconds, free_port, serving

from .clients import MATCHES, Client, build_lean_client, playing
from .figures import Figure, Reading, Target, at_least, at_most, over_peer, reference, side_by_side
from .ground import Ground

WARMING_SECONDS, GREETING_SECONDS = 5.0, 1.0
"""Play before a measure, in which Node compiles; a greeting needs less."""
SETTLING_SECONDS, IDLE_SECONDS = 1.0, 1.5
"""Time for the views to catch up, and time without play, whose cost is subtracted."""
STEADY_RATE = 300
"""Answers a second with a time of their own."""
COST = "µs"
"""The unit of the processor time of all processes of a server, an answer."""
ONE = "HTTP, SQLite, 1 process and one for the views"
TWO = "HTTP, PostgreSQL + Redis, 2 workers and a process for the views"
APART = {"RECOUNT_LOG": "json", "RECOUNT_RUNNER": "apart", **UNLIMITED}
"""A service with its log and a process for the views."""


def measure(ground: Ground) -> list[Figure]:
    """Measures answers a second, their waits and their cost: on SQLite, and on PostgreSQL and Redis."""
    with ground.directory() as directory, ground.postgres.database() as database:
        one = {"RECOUNT_DATA": str(directory / "one"), **APART}
        two = {"RECOUNT_DATA": str(directory / "two"), "REDIS_URL": ground.redis_url, **database, **APART}
        seconds = 2 * ground.seconds
        sqlite, postgres, hello, hello_two, files, memory = side_by_side(
            ground.rounds,
            lambda: play_service(1, one, seconds),
            lambda: play_service(2, two, seconds, ("postgres", "redis-server")),
            lambda: greet(1, ground.seconds),
            lambda: greet(2, ground.seconds),
            lambda: play_peer(ground, seconds, directory / "files"),
            lambda: play_peer(ground, seconds, None),
        )
    speed = at_least(1000), over_peer(1.8)
    return [
        *_figures(ONE, sqlite, hello, files, memory, speed, (over_peer(1.7),)),
        *_steady(ONE, sqlite, at_most(10)),
        *_figures(TWO, postgres, hello_two, files, memory, (at_least(1000), over_peer(1.2)), ()),
        *_steady(TWO, postgres, at_most(20)),
        Figure("the client itself, an answer", sqlite["client µs"], COST, targets=(at_most(50),)),
        Figure("looks that an answer needs", sqlite["looks"], "looks"),
    ]


def play_service(
    workers: int, env: Mapping[str, str], seconds: float, databases: Sequence[str] = ()
) -> Reading:
    """Plays on the service, whose processes include the programs *databases*.

    Reads `measure_cost`, and `steady p50` and `steady p99` at a steady rate.
    """
    port = free_port()
    command = processes.python("service", "serve", "--port", port, "--workers", workers)
    with (
        serving(command, env, f"http://127.0.0.1:{port}/readyz", silent=True) as service,
        playing("recount", port) as client,
    ):
        client.play(WARMING_SECONDS)
        pids = [service.pid, *processes.children_by_program(*databases)]
        flat_out = measure_cost(client, pids, seconds)
        steady = client.play(seconds, rate=STEADY_RATE)
        return {**flat_out, "steady p50": steady["p50"], "steady p99": steady["p99"]}


def play_peer(ground: Ground, seconds: float, directory: Path | None) -> Reading:
    """Plays on boardgame.io, and reads `measure_cost`; an empty reading without it or without gcc."""
    with ground.peers.server(directory) as server:
        if server is None or build_lean_client() is None:
            return {}
        with playing("boardgame", server.port, server.env) as client:
            client.play(WARMING_SECONDS)
            return measure_cost(client, [server.pid], seconds)


def greet(workers: int, seconds: float) -> Reading:
    """Sends greetings from as many clients to the same server; an empty reading without gcc."""
    if build_lean_client() is None:
        return {}
    port = free_port()
    command = processes.python("ops.bench.hello", port, workers)
    with serving(command, {}, f"http://127.0.0.1:{port}/"), playing("hello", port) as client:
        client.play(GREETING_SECONDS)
        return client.play(seconds)


def measure_cost(client: Client, pids: Sequence[int], seconds: float) -> Reading:
    """Plays on the server with the processes *pids*; reads `Client.play`, and the cost of an answer."""
    before, start = busy_seconds(pids), time.monotonic()
    reading = client.play(seconds)
    time.sleep(SETTLING_SECONDS)
    busy, spent = busy_seconds(pids) - before, time.monotonic() - start
    before = busy_seconds(pids)
    time.sleep(IDLE_SECONDS)
    idle = (busy_seconds(pids) - before) / IDLE_SECONDS
    return {**reading, COST: 1e6 * (busy - idle * spent) / reading["answers"]}


def _figures(
    name: str,
    ours: Reading,
    hello: Reading,
    files: Reading,
    memory: Reading,
    speed: tuple[Target, ...],
    cost: tuple[Target, ...],
) -> list[Figure]:
    on_disk, in_memory = (f"boardgame.io, {MATCHES} matches in {store}" for store in ("files", "memory"))
    greeting, rate = "Flask hello, same server", "answers/s"
    peers = {unit: reference(on_disk, files, unit) for unit in (rate, "p99", COST)}
    memory_peers = {unit: reference(in_memory, memory, unit) for unit in (rate, "p99", COST)}
    p99, processor = f"{name}, p99", f"{name}, processor time"
    return [
        Figure(name, ours[rate], rate, reference(greeting, hello, rate), peers[rate], speed),
        Figure(name, ours[rate], rate, peer=memory_peers[rate]),
        Figure(f"{name}, p50", ours["p50"], "ms", reference(greeting, hello, "p50")),
        Figure(p99, ours["p99"], "ms", peer=peers["p99"], targets=(at_most(25),)),
        Figure(p99, ours["p99"], "ms", peer=memory_peers["p99"]),
        Figure(processor, ours[COST], COST, peer=peers[COST], targets=cost),
        Figure(processor, ours[COST], COST, peer=memory_peers[COST]),
    ]


def _steady(name: str, ours: Reading, p99: Target) -> list[Figure]:
    name = f"{name}, steady {STEADY_RATE} answers/s"
    return [
        Figure(f"{name}, p50", ours["steady p50"], "ms", targets=(at_most(4),)),
        Figure(f"{name}, p99", ours["steady p99"], "ms", targets=(p99,)),
    ]
