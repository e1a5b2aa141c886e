"""Durable answers: decided, appended, acknowledged once they are on the disk; 32 matches in turn."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from pathlib import Path

from . import children, floors, playing
from .figure import Beside, Figure, Target, at_least, beside, of_floor
from .ground import Ground
from .rounds import Reading, side_by_side
from .writer import connect

WRITERS = 4


def measure(ground: Ground) -> list[Figure]:
    """Measures answers a second on SQLite, and on PostgreSQL with one writer and with several."""
    with ground.directory() as directory:
        return [*sqlite(ground, directory), *postgres(ground)]


def sqlite(ground: Ground, directory: Path) -> list[Figure]:
    """Measures one process on SQLite, beside the same rows written by hand."""
    store = playing.store({"SQLITE_DBNAME": str(directory / "recount.db")})
    tables = playing.Tables(playing.matches(store))
    ours, raw, synced = side_by_side(
        ground.rounds,
        lambda: tables.play(ground.seconds),
        lambda: floors.sqlite_rows(ground.seconds, directory),
        lambda: floors.fsync(ground.seconds / 4, directory),
    )
    store.close()
    by_hand = beside("raw sqlite3, the same rows", raw, "answers/s")
    by_sync = beside("append 4 KiB + fsync", synced, "answers/s")
    name = "durable, SQLite, 1 process"
    return [
        Figure(name, ours["answers/s"], "answers/s", by_hand, targets=(of_floor(0.4),)),
        Figure(name, ours["answers/s"], "answers/s", by_sync),
        Figure(name, ours["facts/s"], "facts/s", beside("raw sqlite3, the same rows", raw, "facts/s")),
        Figure(f"{name}, p99", ours["p99"], "ms"),
    ]


def postgres(ground: Ground) -> list[Figure]:
    """Measures writers on PostgreSQL, each a process, beside as many that write the same rows by hand."""
    with ground.postgres.database() as env:
        with connect(env) as connection:
            connection.execute(floors.POSTGRES)
        names = count(1)

        def written(how: str, writers: int) -> Reading:
            commands = [
                children.python("ops.bench.writer", how, next(names), ground.seconds) for _ in range(writers)
            ]
            return summed(children.together(commands, env))

        one, raw_one, several, raw_several = side_by_side(
            ground.rounds,
            lambda: written("service", 1),
            lambda: written("raw", 1),
            lambda: written("service", WRITERS),
            lambda: written("raw", WRITERS),
        )
    by_hand = [beside("raw psycopg, the same rows", raw, "answers/s") for raw in (raw_one, raw_several)]
    target = at_least(2000)
    return [
        *_figures("durable, PostgreSQL, 1 writer", one, by_hand[0], ()),
        *_figures(f"durable, PostgreSQL, {WRITERS} writers", several, by_hand[1], (target,)),
    ]


def summed(readings: Sequence[Reading]) -> Reading:
    """Returns what writers did together; the slowest stands for the p99 of all."""
    rates = {unit: sum(read[unit] for read in readings) for unit in ("answers/s", "facts/s")}
    return {**rates, "p99": max(read.get("p99", 0.0) for read in readings)}


def _figures(name: str, read: Reading, floor: Beside, targets: tuple[Target, ...]) -> list[Figure]:
    return [
        Figure(name, read["answers/s"], "answers/s", floor, targets=targets),
        Figure(name, read["facts/s"], "facts/s"),
        Figure(f"{name}, p99", read["p99"], "ms"),
    ]
