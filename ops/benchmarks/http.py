"""HTTP: 32 matches at once on the real service, bots in child processes on the same machine."""

from __future__ import annotations

import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from urllib.request import urlopen

from . import children
from .figure import Figure, at_least, at_most, beside, over_peer
from .ground import Ground
from .rounds import Reading, side_by_side, spread

MATCHES = 32
PROCESSES = 2
"""How many the bots are in."""
STARTING = 60.0
"""Seconds that a service may take to start."""

PLAYED = (at_least(1000), over_peer(1.5))
"""Targets of answers a second."""
WAITED = (at_most(25),)
"""Targets of the p99 of an answer, flat out."""
STEADY = 300
"""Answers a second that have their times, whether others were answered or not."""
STEADY_P50, STEADY_P99 = (at_most(4),), (at_most(20),)
"""Targets of the p50 and p99 of an answer at that rate, in ms."""
ONE = "HTTP, SQLite, 1 process and one for the views"
TWO = "HTTP, PostgreSQL + Redis, 2 workers and a process for the views"
UNLIMITED = {"RECOUNT_LIMITS": "off"}
"""Nobody is told to wait."""


def measure(ground: Ground) -> list[Figure]:
    """Measures answers a second and their p99: on SQLite, and on PostgreSQL and Redis with 2 workers."""
    with ground.directory() as directory, ground.postgres.database() as database:
        one = {"RECOUNT_DATA": str(directory / "one"), "RECOUNT_RUNNER": "on", **UNLIMITED}
        apart = {"RECOUNT_RUNNER": "apart", **UNLIMITED}
        views = {"RECOUNT_DATA": str(directory / "apart"), **apart}
        two = {"RECOUNT_DATA": str(directory / "two"), "REDIS_URL": ground.redis_url, **database, **apart}
        files = directory / "files"
        seconds = 2 * ground.seconds
        sqlite, beside_views, postgres, steady, steady_two, *others = side_by_side(
            ground.rounds,
            lambda: played(1, one, seconds),
            lambda: played(1, views, seconds),
            lambda: played(2, two, seconds),
            lambda: played(1, views, seconds, STEADY),
            lambda: played(2, two, seconds, STEADY),
            lambda: greeted(1, ground.seconds),
            lambda: greeted(2, ground.seconds),
            ground.peers.server(seconds, MATCHES, files),
            ground.peers.server(seconds, MATCHES, None),
        )
    hello, hello_two, on_disk, in_memory = others
    return [
        *_figures("HTTP, SQLite, 1 process", sqlite, hello, on_disk, in_memory),
        *_figures(ONE, beside_views, hello, on_disk, in_memory),
        *_steady(ONE, steady),
        *_figures(TWO, postgres, hello_two, on_disk, in_memory),
        *_steady(TWO, steady_two),
    ]


def played(workers: int, env: Mapping[str, str], seconds: float, rate: float = 0.0) -> Reading:
    """Lets the bots play on the service; reads `answers/s`, and `p50` and `p99` of an answer in ms.

    They answer at once, or at a *rate* of answers a second.
    """
    port = free_port()
    command = children.python("service", "serve", "--port", port, "--workers", workers)
    with serving(command, env, f"http://127.0.0.1:{port}/readyz"):
        return asked("play", port, seconds, *([rate / PROCESSES] if rate else ()))


def greeted(workers: int, seconds: float) -> Reading:
    """Lets as many clients be greeted by the same server; reads the same."""
    port = free_port()
    with serving(children.python("ops.benchmarks.hello", port, workers), {}, f"http://127.0.0.1:{port}/"):
        return asked("hello", port, seconds)


def asked(how: str, port: int, seconds: float, *rate: float, begin: Callable[[], object] = bool) -> Reading:
    """Lets bots play, or greet, at *port*; reads `answers`, `answers/s`, and `p50` and `p99` of one in ms.

    Calls *begin* when their matches are open.
    """
    bots = children.python("ops.benchmarks.bots", how, port, seconds, MATCHES // PROCESSES, *rate)
    told = children.together([bots] * PROCESSES, begin=begin)
    waits = [wait for child in told for wait in child["waits"]]
    per_second = len(waits) / max(child["spent"] for child in told)
    return {"answers": len(waits), "answers/s": per_second, **spread(waits)}


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


def _figures(what: str, ours: Reading, hello: Reading, files: Reading, memory: Reading) -> list[Figure]:
    hellos = beside("Flask hello, same server", hello, "answers/s")
    peer = "boardgame.io, 32 matches in"
    written, kept = beside(f"{peer} files", files, "moves/s"), beside(f"{peer} memory", memory, "moves/s")
    waited, remembered = beside(f"{peer} files", files, "p99"), beside(f"{peer} memory", memory, "p99")
    return [
        Figure(what, ours["answers/s"], "answers/s", hellos, written, PLAYED),
        Figure(what, ours["answers/s"], "answers/s", None, kept),
        Figure(f"{what}, p50", ours["p50"], "ms", beside("Flask hello, same server", hello, "p50")),
        Figure(f"{what}, p99", ours["p99"], "ms", None, waited, WAITED),
        Figure(f"{what}, p99", ours["p99"], "ms", None, remembered),
    ]


def _steady(what: str, ours: Reading) -> list[Figure]:
    what = f"{what}, steady {STEADY} answers/s"
    return [
        Figure(f"{what}, p50", ours["p50"], "ms", targets=STEADY_P50),
        Figure(f"{what}, p99", ours["p99"], "ms", targets=STEADY_P99),
    ]
