"""Bytes a fact on disk, indexes, heads and their tree and all; measured once, for it does not vary."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from domain.games import VOCABULARY
from service.codec import Codec

from . import playing, sample
from .figure import Beside, Figure, at_most
from .ground import Ground
from .writer import connect

ANSWERS = 2000
UNIT = "B/fact"
SIZE = (
    "SELECT sum(pg_total_relation_size(oid)) FROM pg_class "
    "WHERE relkind = 'r' AND relname IN ('recount_events', 'heads', 'merkle')"
)


def measure(ground: Ground) -> list[Figure]:
    """Measures the files of matches played through the house, beside the bytes of the facts alone."""
    codec = Codec(VOCABULARY)
    states = [len(codec.write(fact).state) for seed in range(5) for fact in sample.played(seed)]
    floor = Beside("the fact itself, as JSON", sum(states) / len(states))
    with ground.directory() as directory, ground.postgres.database() as env:
        return [
            Figure("on disk, SQLite", sqlite(directory), UNIT, floor, targets=(at_most(130),)),
            Figure("on disk, PostgreSQL", postgres(env), UNIT, floor, targets=(at_most(200),)),
        ]


def sqlite(directory: Path) -> float:
    """Returns the size of the file a fact, the write-ahead log moved into it."""
    file = directory / "recount.db"
    facts = _play({"SQLITE_DBNAME": str(file)})
    connection = sqlite3.connect(file)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    return file.stat().st_size / facts


def postgres(env: dict[str, str]) -> float:
    """Returns the size of the tables a fact, with their indexes."""
    facts = _play(env)
    with connect(env) as connection:
        row = connection.execute(SIZE).fetchone()
    assert row is not None
    return float(row[0]) / facts


def _play(env: dict[str, str]) -> int:
    store = playing.store(env)
    tables = playing.Tables(playing.matches(store))
    for _ in range(ANSWERS):
        tables.answer()
    sample.evidence(store).seal()
    facts = store.position()
    store.close()
    return facts
