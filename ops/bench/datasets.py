"""Data sets: how long it takes to write whole matches as tables in Parquet."""

from __future__ import annotations

from contextlib import closing
from functools import partial
from itertools import islice, takewhile
from pathlib import Path
from time import perf_counter

from replays.executors import process_workers
from service.portability import datasets
from service.settings import from_environment, store_environment

from . import playing, sample
from .figure import Figure, at_most
from .ground import Ground
from .growth import AT_ONCE

MATCHES = 10_000
SECONDS = 60


def measure(ground: Ground) -> list[Figure]:
    """Measures how long it takes to export ten thousand matches of chapter 4, with all that was hidden."""
    with ground.directory() as folder:
        settings = partial(from_environment, {"RECOUNT_DATA": str(folder)})
        playing.store(dict(store_environment(settings()))).close()
        fill(folder / "recount.db")
        began = perf_counter()
        told = datasets.export(settings, folder / "data", "judge", process_workers(2))
        took = perf_counter() - began
    assert told.matches == MATCHES
    name = f"a data set of {told.matches:,} matches, {told.facts:,} facts"
    return [Figure(name, took, "s", targets=(at_most(SECONDS),))]


def fill(path: Path) -> None:
    """Writes whole matches to the store at *path*, many answers a transaction."""
    answers = takewhile(lambda rows: int(rows[0][0]) < MATCHES, sample.rows())
    with closing(sample.Rows(path)) as into:
        while rows := [row for answer in islice(answers, AT_ONCE) for row in answer]:
            into.add(rows)
