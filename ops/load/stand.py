"""Stands: the real service, started for one load, on either store."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager
from tempfile import TemporaryDirectory
from typing import NamedTuple

from ops.bench import children
from ops.bench.http import UNLIMITED, free_port, serving
from tests import servers

LIMIT = 900
"""Seconds that a service lives at most."""


class Stand(NamedTuple):
    """A service that runs: its port, its processes, where its metrics are told, and what chose its store.

    `named` is what it is, for people. `databases` are the processes of its servers, by name.
    """

    named: str
    port: int
    processes: tuple[int, ...]
    metrics: str
    env: Mapping[str, str]
    databases: Mapping[str, int] = {}


@contextmanager
def sqlite() -> Iterator[Stand]:
    """Serves with one worker, and a process that keeps the views, on SQLite."""
    with TemporaryDirectory(prefix="recount-") as data:
        env = {"RECOUNT_DATA": data, **UNLIMITED}
        with _web(1, env) as (port, web):
            metrics = f"http://127.0.0.1:{port}/metrics"
            yield Stand("SQLite, 1 worker, 1 process for the views", port, (web.pid,), metrics, env)


@contextmanager
def postgres(replicas: int = 0) -> Iterator[Stand]:
    """Serves with two workers and a process that keeps the views, on PostgreSQL and Redis of its own.

    The log is read from so many *replicas*.
    """
    with (
        TemporaryDirectory(prefix="recount-") as data,
        servers.postgres() as cluster,
        servers.redis_server() as redis_url,
        cluster.database() as database,
        ExitStack() as copies,
    ):
        env = {"RECOUNT_DATA": data, "REDIS_URL": redis_url, **database, **UNLIMITED}
        standbys = [copies.enter_context(servers.standby(cluster)) for _ in range(replicas)]
        if standbys:
            env["POSTGRES_READ_HOST"] = ",".join(str(standby.home) for standby in standbys)
        databases = {"primary": cluster.pid, **{f"replica {i}": one.pid for i, one in enumerate(standbys, 1)}}
        port = free_port()
        metrics = f"http://127.0.0.1:{port}/metrics"
        project = children.python("service", "project", "--port", port)
        with (
            serving(project, env, metrics, LIMIT) as views,
            _web(2, {**env, "RECOUNT_RUNNER": "off"}) as (web_port, web),
        ):
            named = "PostgreSQL + Redis, 2 workers, 1 process for the views"
            yield Stand(named, web_port, (web.pid, views.pid), metrics, env, databases)


@contextmanager
def _web(workers: int, env: Mapping[str, str]) -> Iterator[tuple[int, subprocess.Popen[str]]]:
    port = free_port()
    command = children.python("service", "serve", "--port", port, "--workers", workers)
    with serving(command, env, f"http://127.0.0.1:{port}/readyz", LIMIT) as process:
        yield port, process


STANDS: Mapping[str, Callable[[], AbstractContextManager[Stand]]] = {"sqlite": sqlite, "postgres": postgres}
