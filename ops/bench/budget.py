"""The cost of an answer, views included, beside a loop in Python, and beside boardgame.io where that is kept.

They take turns, and the cheapest part of each counts: a busy machine makes all of them dearer.
"""

from __future__ import annotations

import time
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

from ops.shared import processes
from ops.shared.processes import busy_seconds, free_port, serving

from .clients import Client, build_lean_client, playing
from .http import APART
from .peers import Peers

WARMING_ANSWERS, PART_ANSWERS, PARTS = 600, 500, 4
SETTLING_SECONDS, IDLE_SECONDS = 0.25, 1.0
"""How long the views have to catch up after a part, and how long nobody plays at the end."""
LOOP_ROUNDS, LOOPS = 1_000, 500
"""The rounds of a loop in Python, and the loops of a part."""


class Costs(NamedTuple):
    """Microseconds of processor time of an answer, of a loop in Python, and of a move of boardgame.io."""

    answer: float
    loop: float
    move: float | None


class Server:
    """A server that a client plays on, and what the parts of the run have cost it."""

    def __init__(self, client: Client, pid: int) -> None:
        self._client, self._pids = client, [pid]
        self._parts: list[tuple[float, float]] = []
        client.play(answers=WARMING_ANSWERS)

    def play(self) -> None:
        """Plays a part, until the views have it too."""
        start, busy = time.monotonic(), busy_seconds(self._pids)
        self._client.play(answers=PART_ANSWERS)
        time.sleep(SETTLING_SECONDS)
        self._parts.append((busy_seconds(self._pids) - busy, time.monotonic() - start))

    def cost(self) -> float:
        """Returns the µs of an answer in the cheapest part, without what an idle server costs."""
        busy = busy_seconds(self._pids)
        time.sleep(IDLE_SECONDS)
        idle = (busy_seconds(self._pids) - busy) / IDLE_SECONDS
        return min(1e6 * (spent - idle * seconds) / PART_ANSWERS for spent, seconds in self._parts)


def measure_costs(directory: Path) -> Costs:
    """Measures an answer of the service on SQLite in *directory*, beside the loop and boardgame.io."""
    port, loops = free_port(), list[float]()
    command = processes.python("service", "serve", "--port", port, "--workers", 1)
    env = {"RECOUNT_DATA": str(directory / "service"), **APART}
    with ExitStack() as ending:
        service = ending.enter_context(serving(command, env, f"http://127.0.0.1:{port}/readyz", silent=True))
        servers = [Server(ending.enter_context(playing("recount", port)), service.pid)]
        peers = ending.enter_context(Peers(install=False))
        peer = ending.enter_context(peers.server(directory / "peer"))
        if peer is not None and build_lean_client() is not None:
            client = ending.enter_context(playing("boardgame", peer.port, peer.env))
            servers.append(Server(client, peer.pid))
        for _ in range(PARTS):
            for server in servers:
                server.play()
            loops.append(loop_microseconds())
        answer, *moves = (server.cost() for server in servers)
        return Costs(answer, min(loops), moves[0] if moves else None)


def loop_microseconds() -> float:
    """Returns the µs of processor time that a loop takes: it formats numbers, and counts them in a dict."""
    before = time.process_time()
    for _ in range(LOOPS):
        counts = dict[str, int]()
        for number in range(LOOP_ROUNDS):
            name = f"{number:x}"[-2:]
            counts[name] = counts.get(name, 0) + len(name)
    return 1e6 * (time.process_time() - before) / LOOPS
