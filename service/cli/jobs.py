"""The command `recount jobs`: the jobs of the service, for its operator."""

from __future__ import annotations

from datetime import UTC, datetime

import click

from service.cli.context import open_services
from service.database.jobs import JobRow
from service.jobs.failures import decode_failure

MAX_LISTED = 50


@click.group()
def jobs() -> None:
    """Shows and cancels jobs: work that takes longer than a request may."""


@jobs.command("list")
def list_jobs() -> None:
    """Lists the latest jobs, the newest first."""
    with open_services(reading=True) as services:
        for row in services.jobs.latest_jobs(MAX_LISTED):
            click.echo(_line(row))


@jobs.command()
@click.argument("id")
def cancel(id: str) -> None:
    """Cancels the job ID, which waits or runs."""
    with open_services() as services:
        services.jobs.cancel(id)
    click.echo("The job is cancelled.")


def _line(row: JobRow) -> str:
    created = datetime.fromtimestamp(row.created / 1000, UTC).isoformat(timespec="seconds")
    progress = f" {row.done} of {row.total}" if row.total and row.is_active else ""
    reason = f": {decode_failure(row.result)[1]}" if row.state == "failed" else ""
    return f"{row.id}  {created}  {row.kind:<6}  {row.subject or '-'}  {row.state}{progress}{reason}"
