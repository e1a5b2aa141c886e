"""Bytes a fact on disk, indexes and all; measured once, for it does not vary."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from domain.games import VOCABULARY
from service.eventstore.codec import Codec

from . import playing, sample
from .durable import connect
from .figures import Figure, Reference, at_most
from .ground import Ground

ANSWERS = 10_000
"""So many that what does not grow, as tables that are empty, is 2 bytes a fact."""
UNIT = "B/fact"
FACTS = ["recount_events", "streams", "topics"]
EVIDENCE = [*FACTS, "heads", "merkle"]
SIZE = "SELECT sum(pg_total_relation_size(oid)) FROM pg_class WHERE relkind = 'r' AND relname = ANY(%s)"


def measure(ground: Ground) -> list[Figure]:
    """Measures matches played through the service, without and with evidence, beside the facts alone."""
    codec = Codec(VOCABULARY)
    states = [len(codec.encode_fact(fact).state) for seed in range(5) for fact in sample.played(seed)]
    floor = Reference("the fact itself, as MessagePack", sum(states) / len(states))
    with ground.directory() as directory, ground.postgres.database() as env:
        measured = {"SQLite": (*sqlite(directory), 130), "PostgreSQL": (*postgres(env), 230)}
    return [
        figure
        for name, (facts, whole, maximum) in measured.items()
        for figure in (
            Figure(f"on disk, {name}", facts, UNIT, floor),
            Figure(
                f"on disk with heads and their log, {name}", whole, UNIT, floor, targets=(at_most(maximum),)
            ),
        )
    ]


def sqlite(directory: Path) -> tuple[float, float]:
    """Returns the size of the file a fact, without and with evidence, the write-ahead log moved into it."""
    file = directory / "recount.db"
    facts = _play({"SQLITE_DBNAME": str(file)})
    connection = sqlite3.connect(file)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    whole = file.stat().st_size
    connection.execute("DROP TABLE heads")
    connection.execute("DROP TABLE merkle")
    [[pages]] = connection.execute("PRAGMA freelist_count").fetchall()
    [[bytes_a_page]] = connection.execute("PRAGMA page_size").fetchall()
    connection.close()
    return (whole - pages * bytes_a_page) / facts, whole / facts


def postgres(env: dict[str, str]) -> tuple[float, float]:
    """Returns the size of the tables a fact, without and with evidence, with their indexes."""
    facts = _play(env)
    with connect(env) as connection:
        sizes = [connection.execute(SIZE, (tables,)).fetchone() for tables in (FACTS, EVIDENCE)]
    without, whole = (float(row[0]) for row in sizes if row is not None)
    return without / facts, whole / facts


def _play(env: dict[str, str]) -> int:
    store = playing.open_store(env)
    tables = playing.Tables(playing.make_service(store))
    for _ in range(ANSWERS):
        tables.answer()
    sample.make_evidence(store).seal_heads()
    facts = store.position()
    store.close()
    return facts
