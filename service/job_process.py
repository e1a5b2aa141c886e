"""Runs one job by `python -m service.job_process`, and exits.

Two lines of standard input hold the settings of the service as JSON and the id of the job. Standard input
stays open while the parent process lives.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from contextlib import closing
from threading import Thread
from typing import TypeAlias

from msgspec.structs import replace

from domain.errors import LocalizableError
from domain.messages import Message

from .bootstrap import Services
from .catalog.cardsets import CardSetRegistry
from .database.jobs import JobRow, Kind
from .jobs.failures import encode_failure, encode_refusal
from .observability import logging
from .portability.jobs import import_file
from .settings import decode_settings
from .tournaments.background.export_jobs import export_bundle
from .tournaments.background.jobs import pair_round, run_reach, run_why_not

log = logging.logger(__name__)

Advance: TypeAlias = Callable[[int, int], None]
"""Receives the number of completed steps of a job, and their total."""

WORK: Mapping[Kind, Callable[[Services, JobRow, Advance], bytes]] = {
    "export": export_bundle,
    "import": import_file,
    "pair": pair_round,
    "reach": run_reach,
    "why-not": run_why_not,
}
"""The work of each kind of job. Each function returns the JSON object of the result."""


def main() -> None:
    """Does the job that standard input names, when no other process wants the processor."""
    os.nice(10)
    settings = decode_settings(sys.stdin.buffer.readline())
    id = sys.stdin.buffer.readline().strip().decode()
    Thread(target=_end_with_parent, name="parent", daemon=True).start()
    logging.start_journal(settings.log)
    with closing(Services(replace(settings, runner=False), CardSetRegistry(settings.cards))) as services:
        row = services.store.jobs.find_job(id)
        if row is not None and row.state == "running":
            do_job(services, row)


def do_job(services: Services, row: JobRow) -> None:
    """Runs a job and stores its result.

    It stores a refusal as such, and any other error as a failure of the service.
    """
    try:
        result = WORK[row.kind](
            services, row, lambda steps, total: services.jobs.store_progress(row.id, steps, total)
        )
    except LocalizableError as refusal:
        services.jobs.fail_job(row.id, encode_refusal(refusal))
    except Exception:
        log.exception("a job failed", job=row.id, kind=row.kind)
        message = Message("The service failed, and nothing came of it.")
        services.jobs.fail_job(row.id, encode_failure("internal", message))
    else:
        services.jobs.finish_job(row.id, result)


def _end_with_parent() -> None:
    while os.read(sys.stdin.fileno(), 1):  # without a buffer, because its lock would outlive the main thread
        continue
    os._exit(1)


if __name__ == "__main__":
    main()
