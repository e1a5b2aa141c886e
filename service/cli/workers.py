"""Parallel work of commands, in processes of this machine or on a Dask cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import chain
from typing import Any, TypeVar

import click

from replays.executors import CALLS_PER_PROCESS, Workers, map_in_order, process_workers
from service.bootstrap import Services
from service.eventstore.stamp import STAMP
from service.evidence import record_audit

from .context import open_services
from .serving import load_settings

F = TypeVar("F", bound=Callable[..., Any])
R = TypeVar("R")

MATCHES_PER_CALL = 20
"""The matches that a process handles before it opens the store again."""
SCHEDULER_TIMEOUT_SECONDS = 10


def worker_options(command: F) -> F:
    """Adds the options `--jobs` and `--on` to *command*."""
    jobs = click.option(
        "--jobs", type=click.IntRange(1), default=2, show_default=True, help="Processes that work."
    )
    address = click.option(
        "--on",
        "address",
        metavar="ADDRESS",
        help="Work on the Dask cluster with this scheduler: tcp://HOST:8786.",
    )
    return jobs(address(command))


@contextmanager
def open_workers(jobs: int, address: str | None) -> Iterator[Workers]:
    """Yields *jobs* processes, or the workers of the Dask scheduler at *address*; raises `ClickException`."""
    if address is None:
        yield process_workers(jobs)
        return
    try:
        from distributed import Client
    except ImportError as error:
        raise click.ClickException(f"--on needs the packages of recount[dask] ({error}).") from error
    try:
        client = Client(address, timeout=SCHEDULER_TIMEOUT_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        raise click.ClickException(f"No scheduler of Dask answers at {address}: {error}") from error
    with client:
        threads = sum(client.nthreads().values())
        max_calls = CALLS_PER_PROCESS * max(threads, MATCHES_PER_CALL)
        yield Workers(partial(client.get_executor, pure=False), max_calls)


@contextmanager
def open_store_workers(jobs: int, address: str | None) -> Iterator[Workers]:
    """Yields workers that open the store from their own environment.

    Close the store in this process first, since child processes inherit open stores.
    """
    if address is not None and not load_settings().shared:
        raise click.UsageError(
            "Nobody elsewhere can read a store in SQLite: leave --on out, or choose PostgreSQL and REDIS_URL."
        )
    with open_workers(jobs, address) as workers:
        yield workers


def list_matches() -> list[str]:
    """Returns the id of every match of the store."""
    with open_services(reading=True) as services:
        ids = services.store.tree.list_streams()
        return [id for id in ids if id != STAMP and not record_audit.is_other_record(id)]


def map_matches(
    function: Callable[[Services, str], R],
    matches: Sequence[str],
    jobs: int,
    address: str | None,
    *,
    sealing: bool = False,
) -> Iterator[R]:
    """Yields the result of *function* for each of *matches* in order, from a store opened for reading.

    *sealing* functions may complete the log of heads.
    """
    batches = [
        matches[first : first + MATCHES_PER_CALL] for first in range(0, len(matches), MATCHES_PER_CALL)
    ]
    with open_store_workers(min(jobs, max(1, len(batches))), address) as workers:
        yield from chain.from_iterable(map_in_order(partial(_map_batch, function, sealing), batches, workers))


def _map_batch(function: Callable[[Services, str], R], sealing: bool, matches: Sequence[str]) -> list[R]:
    with open_services(headless=True, reading=True, sealing=sealing) as services:
        return [function(services, match) for match in matches]
