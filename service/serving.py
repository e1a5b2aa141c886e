"""Serving: the application in worker processes of gunicorn, one on SQLite, more on PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Flask
from gunicorn.app.base import BaseApplication

THREADS = 64
"""Threads of a worker: each open stream and each request takes one."""


class Served(BaseApplication):  # type: ignore[misc]
    """gunicorn, told in code what a configuration file would say. The application is made in each worker."""

    def __init__(self, make: Callable[[], Flask], address: str, workers: int) -> None:
        self._make, self._address, self._workers = make, address, workers
        super().__init__()

    def load_config(self) -> None:
        """Sets what this service needs; everything else stays as gunicorn has it."""
        for name, value in {
            "bind": self._address,
            "workers": self._workers,
            "worker_class": "gthread",
            "threads": THREADS,
            "keepalive": 30,
            "graceful_timeout": 10,
            "control_socket_disable": True,
            "loglevel": "warning",
        }.items():
            self.cfg.set(name, value)

    def load(self) -> Flask:
        """Makes the application, after the fork: threads and connections do not cross one."""
        return self._make()


def serve(make: Callable[[], Flask], host: str, port: int, workers: int) -> Any:
    """Serves until it is told to stop."""
    return Served(make, f"{host}:{port}", workers).run()
