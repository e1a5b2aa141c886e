"""The real service, started for one load, on either store."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from tempfile import TemporaryDirectory
from typing import NamedTuple

from ops.shared.processes import free_port, python, serving
from tests import servers

LIFE_SECONDS = 900
UNLIMITED = {"RECOUNT_LIMITS": "off"}
"""A service without rate limits, because all bots have one address."""


class Stand(NamedTuple):
    """A running service: its name for people, its processes, the address of its metrics, its variables."""

    name: str
    port: int
    pids: tuple[int, ...]
    metrics: str
    env: Mapping[str, str]


@contextmanager
def sqlite() -> Iterator[Stand]:
    """Serves with one worker, and a process for the views, on SQLite."""
    with TemporaryDirectory(prefix="recount-") as data:
        env = {"RECOUNT_DATA": data, **UNLIMITED}
        with _serving_web(1, env) as (port, pid):
            metrics = f"http://127.0.0.1:{port}/metrics"
            yield Stand("SQLite, 1 worker, 1 process for the views", port, (pid,), metrics, env)


@contextmanager
def postgres() -> Iterator[Stand]:
    """Serves with two workers and a process for the views, on PostgreSQL and Redis of its own."""
    with (
        TemporaryDirectory(prefix="recount-") as data,
        servers.postgres() as cluster,
        servers.redis_server() as redis_url,
        cluster.database() as database,
    ):
        env = {"RECOUNT_DATA": data, "REDIS_URL": redis_url, **database, **UNLIMITED}
        port = free_port()
        metrics = f"http://127.0.0.1:{port}/metrics"
        project = python("service", "project", "--port", port)
        with (
            serving(project, env, metrics, LIFE_SECONDS) as views,
            _serving_web(2, {**env, "RECOUNT_RUNNER": "off"}) as (web_port, web_pid),
        ):
            name = "PostgreSQL + Redis, 2 workers, 1 process for the views"
            yield Stand(name, web_port, (web_pid, views.pid), metrics, env)


@contextmanager
def _serving_web(workers: int, env: Mapping[str, str]) -> Iterator[tuple[int, int]]:
    port = free_port()
    command = python("service", "serve", "--port", port, "--workers", workers)
    with serving(command, env, f"http://127.0.0.1:{port}/readyz", LIFE_SECONDS) as process:
        yield port, process.pid


STANDS: Mapping[str, Callable[[], AbstractContextManager[Stand]]] = {"sqlite": sqlite, "postgres": postgres}
