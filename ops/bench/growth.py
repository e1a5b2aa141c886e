"""Growth: what an answer costs in a store that already holds a great many facts."""

from __future__ import annotations

from contextlib import closing
from itertools import islice
from pathlib import Path

from . import playing, sample
from .figure import Beside, Figure, Target
from .ground import Ground
from .rounds import side_by_side

FACTS = 1_000_000
AT_ONCE = 1000
"""Answers in one transaction while the store is filled."""

FLAT = Target("≤ 1.2 × that of an empty store", lambda figure: figure.ours <= 1.2 * _floor(figure))


def measure(ground: Ground) -> list[Figure]:
    """Measures the p50 of a durable answer on SQLite, a million facts stored, beside an empty store."""
    with ground.directory() as full, ground.directory() as empty:
        stores = [playing.store({"SQLITE_DBNAME": str(path / "recount.db")}) for path in (full, empty)]
        fill(full / "recount.db")
        tables = [playing.Tables(playing.matches(store)) for store in stores]
        large, small = side_by_side(
            ground.rounds, lambda: tables[0].play(ground.seconds), lambda: tables[1].play(ground.seconds)
        )
        for store in stores:
            store.close()
    return [
        Figure(
            f"an answer, {FACTS:,} facts stored, p50",
            large["p50"],
            "ms",
            Beside("an empty store", small["p50"]),
            targets=(FLAT,),
        )
    ]


def fill(path: Path) -> None:
    """Writes the facts of whole matches to the store at *path*, many answers a transaction."""
    answers, written = sample.rows(), 0
    with closing(sample.Rows(path)) as into:
        while written < FACTS:
            rows = [row for answer in islice(answers, AT_ONCE) for row in answer]
            into.add(rows)
            written += len(rows)


def _floor(figure: Figure) -> float:
    assert figure.floor is not None
    assert figure.floor.value is not None
    return figure.floor.value
