"""The command that works for the views alone: project."""

from __future__ import annotations

import signal
from threading import Event

import click
from msgspec.structs import replace
from prometheus_client import start_http_server

from service.bootstrap import Services
from service.catalog.cardsets import CardSetRegistry
from service.observability import logging, tracing
from service.operations import gauges

from .settings import chosen


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Where to tell metrics.")
@click.option("--port", default=8441, show_default=True, help="The port to tell metrics on.")
def project(host: str, port: int) -> None:
    """Keeps the views up to date, the log of heads sealed and tournaments going, until it is stopped.

    It serves no matches: web processes with RECOUNT_RUNNER=off leave this work to it.
    """
    settings = replace(chosen(), runner=True, apart=False)
    if not settings.shared:
        raise click.UsageError(
            "On SQLite the process that serves does this. For processes beside it, choose PostgreSQL and "
            "REDIS_URL."
        )
    logging.keep(settings.log)
    log = logging.logger(__name__)
    if settings.traces:
        tracing.begin(tracing.provider())
    stop = Event()
    for ending in (signal.SIGTERM, signal.SIGINT):
        signal.signal(ending, lambda *_: stop.set())
    with Services(settings, CardSetRegistry(settings.cards)) as services:
        server, thread = start_http_server(port, host, gauges.registry(services))
        log.info("projecting", metrics=f"http://{host}:{server.server_port}/metrics")
        stop.wait()
        log.info("stopping")
        server.shutdown()
        thread.join()
        server.server_close()
