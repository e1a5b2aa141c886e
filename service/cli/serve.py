"""The command that serves. It loads no services: the server that it becomes does that once."""

from __future__ import annotations

import os
import sys
from contextlib import suppress

import click

from service.interpreter import module
from service.serving.server import APPLICATION, HeldFile

from .settings import chosen


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", default=8440, show_default=True, help="The port to listen on.")
@click.option("--workers", default=1, show_default=True, help="Processes; several need PostgreSQL and Redis.")
def serve(host: str, port: int, workers: int) -> None:
    """Serves the API until it is stopped."""
    settings = chosen()
    if workers > 1 and not settings.shared:
        raise click.BadParameter(
            "SQLite has one writer, and views without Redis one process. Choose PostgreSQL and REDIS_URL.",
            param_hint="--workers",
        )
    lock = ""
    if not settings.networked:
        with suppress(OSError):  # what is wrong with the directory is told by whoever opens the store there
            settings.data.mkdir(parents=True, exist_ok=True, mode=0o700)
            lock = str(settings.data / "serving")
            HeldFile(settings.data / "serving").release()
    command = module("service.http_server", host, str(port), str(workers), APPLICATION, lock)
    os.execv(sys.executable, command)
