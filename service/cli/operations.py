"""The commands migrate, project, rebuild and jobs."""

from __future__ import annotations

import signal
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from threading import Event

import click
from msgspec.structs import replace
from prometheus_client import start_http_server

from service.bootstrap import Services
from service.catalog.cardsets import CardSetRegistry
from service.cli.context import open_services
from service.cli.serving import load_settings
from service.database.jobs import JobRow
from service.database.schema import REVISION
from service.eventstore.codec import VOCABULARY
from service.eventstore.store import IncompatibleStore, Store
from service.jobs.failures import decode_failure
from service.observability import logging, tracing
from service.operations import gauges
from service.settings import store_environment
from service.tournaments.processes.seed_process import SeedProcess
from service.tournaments.results import ResultProcess

MAX_LISTED_JOBS = 50


@click.command("migrate")
def migrate_store() -> None:
    """Migrates the tables of the store to this release, after all its processes have stopped.

    No other command does. Before that it copies a store in a file to `recount.db.before-REVISION`.
    PostgreSQL migrates in one transaction: make a backup yourself.
    """
    settings = load_settings()
    settings.data.mkdir(parents=True, exist_ok=True, mode=0o700)
    environment = store_environment(settings)
    try:
        Store(VOCABULARY, environment).close()
    except IncompatibleStore:
        if not settings.uses_server:
            click.echo(f"The store as it was is in “{_copy_store(settings.database)}”.")
        Store(VOCABULARY, environment, migrate=True).close()
    click.echo(f"The tables of the store are those of this release: revision {REVISION}.")


def _copy_store(file: Path) -> Path:
    """Returns a whole copy of the store in *file*, beside it; raises `ClickException`."""
    copy = file.with_name(f"{file.name}.before-{REVISION}")
    if copy.exists():
        raise click.ClickException(
            f"“{copy}” exists already. Move it away: it is the copy before a migration."
        )
    copy.touch(0o600)
    with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)
    return copy


@click.command("project")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address of the metrics.")
@click.option("--port", default=8441, show_default=True, help="The port of the metrics.")
def run_projections(host: str, port: int) -> None:
    """Updates the views, seals the log of heads and runs the processes of tournaments.

    It serves no matches. Web processes with RECOUNT_RUNNER=off leave this work to it.
    """
    settings = replace(load_settings(), runner=True, separate_process=False)
    if not settings.shared:
        raise click.UsageError(
            "On SQLite the process that serves does this. For processes beside it, choose PostgreSQL and "
            "REDIS_URL."
        )
    logging.start_journal(settings.log)
    log = logging.logger(__name__)
    if settings.traces:
        tracing.start_tracing(tracing.make_provider())
    stop = Event()
    for ending in (signal.SIGTERM, signal.SIGINT):
        signal.signal(ending, lambda *_: stop.set())
    with Services(settings, CardSetRegistry(settings.cards)) as services:
        server, thread = start_http_server(port, host, gauges.make_registry(services))
        log.info("projecting", metrics=f"http://{host}:{server.server_port}/metrics")
        stop.wait()
        log.info("stopping")
        server.shutdown()
        thread.join()
        server.server_close()


@click.command("rebuild")
@click.argument("name", type=click.Choice(Services.FOLLOWERS))
def rebuild_views(name: str) -> None:
    """Deletes the views of a projection and rebuilds them from the first fact.

    `result-process` reads the log again for open tournaments, and `seed-process` for unrevealed seeds.
    """
    if name in (ResultProcess.name, SeedProcess.name):
        with open_services() as services:
            services.views.clear(name)
            (services.result_process if name == ResultProcess.name else services.seeds).catch_up()
        return
    with (
        open_services() as services,
        click.progressbar(length=max(1, services.store.position()), label=name) as bar,
    ):
        services.runner.rebuild(name, lambda position, total: bar.update(position - bar.pos))


@click.group("jobs")
def jobs_group() -> None:
    """Lists and cancels jobs, the work that takes longer than a request."""


@jobs_group.command("list")
def list_jobs() -> None:
    """Lists the latest jobs, the newest first."""
    with open_services(reading=True) as services:
        for row in services.jobs.latest_jobs(MAX_LISTED_JOBS):
            click.echo(_format_job(row))


@jobs_group.command("cancel")
@click.argument("id")
def cancel_job(id: str) -> None:
    """Cancels the waiting or running job ID."""
    with open_services() as services:
        services.jobs.cancel_job(id)
    click.echo("The job is cancelled.")


def _format_job(row: JobRow) -> str:
    created = datetime.fromtimestamp(row.created / 1000, UTC).isoformat(timespec="seconds")
    progress = f" {row.done} of {row.total}" if row.total and row.is_active else ""
    reason = f": {decode_failure(row.result)[1]}" if row.state == "failed" else ""
    return f"{row.id}  {created}  {row.kind:<6}  {row.subject or '-'}  {row.state}{progress}{reason}"
