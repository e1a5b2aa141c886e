"""Stands: the real service, started for one load, on either store."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from tempfile import TemporaryDirectory
from typing import NamedTuple

from ops.bench import children
from ops.bench.http import UNLIMITED, free_port, serving
from tests import servers

LIMIT = 900
"""Seconds that a service lives at most."""


class Stand(NamedTuple):
    """A service that runs: its port, its processes, where its metrics are told, and what chose its store.

    `named` is what it is, for people.
    """

    named: str
    port: int
    processes: tuple[int, ...]
    metrics: str
    env: Mapping[str, str]


@contextmanager
def sqlite() -> Iterator[Stand]:
    """Serves with one worker, and a process that keeps the views, on SQLite."""
    with TemporaryDirectory(prefix="recount-") as data:
        env = {"RECOUNT_DATA": data, **UNLIMITED}
        with _web(1, env) as (port, web):
            metrics = f"http://127.0.0.1:{port}/metrics"
            yield Stand("SQLite, 1 worker, 1 process for the views", port, (web.pid,), metrics, env)


@contextmanager
def postgres() -> Iterator[Stand]:
    """Serves with two workers and a process that keeps the views, on PostgreSQL and Redis of its own."""
    with (
        TemporaryDirectory(prefix="recount-") as data,
        servers.postgres() as cluster,
        servers.redis_server() as redis_url,
        cluster.database() as database,
    ):
        env = {"RECOUNT_DATA": data, "REDIS_URL": redis_url, **database, **UNLIMITED}
        port = free_port()
        metrics = f"http://127.0.0.1:{port}/metrics"
        project = children.python("service", "project", "--port", port)
        with (
            serving(project, env, metrics, LIMIT) as views,
            _web(2, {**env, "RECOUNT_RUNNER": "off"}) as (web_port, web),
        ):
            named = "PostgreSQL + Redis, 2 workers, 1 process for the views"
            yield Stand(named, web_port, (web.pid, views.pid), metrics, env)


@contextmanager
def _web(workers: int, env: Mapping[str, str]) -> Iterator[tuple[int, subprocess.Popen[str]]]:
    port = free_port()
    command = children.python("service", "serve", "--port", port, "--workers", workers)
    with serving(command, env, f"http://127.0.0.1:{port}/readyz", LIMIT) as process:
        yield port, process


STANDS: Mapping[str, Callable[[], AbstractContextManager[Stand]]] = {"sqlite": sqlite, "postgres": postgres}
