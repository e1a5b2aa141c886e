"""Who does the work of a command that is not play: processes of this machine, or those of a Dask cluster."""

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
from .settings import chosen

F = TypeVar("F", bound=Callable[..., Any])
R = TypeVar("R")

TOGETHER = 20
"""So many matches a process looks at before it opens the store again."""
PATIENCE = 10
"""Seconds that a scheduler may take to answer."""


def worked(command: F) -> F:
    """Gives *command* the options `--jobs` and `--on`, for `workers`."""
    jobs = click.option(
        "--jobs", type=click.IntRange(1), default=2, show_default=True, help="Processes that work."
    )
    on = click.option(
        "--on", metavar="ADDRESS", help="Work on the Dask cluster with this scheduler: tcp://HOST:8786."
    )
    return jobs(on(command))


@contextmanager
def workers(jobs: int, on: str | None) -> Iterator[Workers]:
    """Lets so many processes work, or those of the cluster whose scheduler is *on* an address."""
    if on is None:
        yield process_workers(jobs)
        return
    try:
        from distributed import Client
    except ImportError as error:
        raise click.ClickException(f"--on needs the packages of recount[dask] ({error}).") from error
    try:
        client = Client(on, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise click.ClickException(f"No scheduler of Dask answers at {on}: {error}") from error
    with client:
        threads = sum(client.nthreads().values())
        yield Workers(partial(client.get_executor, pure=False), CALLS_PER_PROCESS * max(threads, TOGETHER))


@contextmanager
def store_workers(jobs: int, on: str | None) -> Iterator[Workers]:
    """Lets the same work on the store, which each process opens as its own environment names it.

    Nobody may have it open here meanwhile: it would be open in the processes as well.
    """
    if on is not None and not chosen().shared:
        raise click.UsageError(
            "Nobody elsewhere can read a store in SQLite: leave --on out, or choose PostgreSQL and REDIS_URL."
        )
    with workers(jobs, on) as those:
        yield those


def matches_of_store() -> list[str]:
    """Returns every match of the store, by id."""
    with open_services(reading=True) as services:
        return [one for one in services.store.tree.matches() if one != STAMP and not record_audit.is_one(one)]


def over_matches(
    do: Callable[[Services, str], R], matches: Sequence[str], jobs: int, on: str | None
) -> Iterator[R]:
    """Yields what *do* makes of each match of the store, in their order."""
    some = [matches[first : first + TOGETHER] for first in range(0, len(matches), TOGETHER)]
    with store_workers(min(jobs, max(1, len(some))), on) as those:
        yield from chain.from_iterable(map_in_order(partial(_each, do), some, those))


def _each(do: Callable[[Services, str], R], matches: Sequence[str]) -> list[R]:
    with open_services(headless=True, reading=True) as services:
        return [do(services, match) for match in matches]
