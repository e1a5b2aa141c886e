"""The floors: what this machine and these libraries can do when nobody thinks about a game."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from itertools import repeat
from pathlib import Path

import msgspec
import psycopg

from domain.arena.facts import DamageDealt
from domain.model import Fact

from . import sample
from .rounds import Reading, per_second

MANY = 1000
"""How often a short thing is done between two looks at the clock."""

SQLITE = """CREATE TABLE raw (
    originator_id TEXT, originator_version INTEGER, topic TEXT, state BLOB,
    PRIMARY KEY (originator_id, originator_version))"""
POSTGRES = """CREATE TABLE IF NOT EXISTS raw (
    originator_id text, originator_version bigint, topic text, state bytea, notification_id bigserial,
    PRIMARY KEY (originator_id, originator_version))"""
UNNEST = """INSERT INTO raw (originator_id, originator_version, topic, state)
    SELECT * FROM unnest(%s::text[], %s::bigint[], %s::text[], %s::bytea[])"""


def _many(work: Callable[[], object]) -> Callable[[], dict[str, int]]:
    def repeated() -> dict[str, int]:
        for _ in repeat(None, MANY):
            work()
        return {"facts": MANY}

    return repeated


def make_facts(seconds: float) -> Reading:
    """Reads `facts/s` made, and nothing else: an event and its envelope."""
    return per_second(_many(lambda: Fact(7, 6, "SA-307", DamageDealt("ALA", "GAS", 2, 4))), seconds)


Twelve = msgspec.defstruct("Twelve", [(f"field_{i}", int, 0) for i in range(12)], frozen=True)
"""A frozen struct with as many fields as a board."""


def replace_boards(seconds: float) -> Reading:
    """Reads `facts/s` if all that a fact did were to replace one field of a struct of twelve."""
    twelve = Twelve()
    return per_second(_many(lambda: msgspec.structs.replace(twelve, field_6=1)), seconds)


def fsync(seconds: float, directory: Path) -> Reading:
    """Reads `answers/s` if an answer were 4 KiB appended to a file and synced."""
    with (directory / "appended").open("ab", buffering=0) as file:

        def append() -> dict[str, int]:
            file.write(b"." * 4096)
            os.fsync(file.fileno())
            return {"answers": 1}

        return per_second(append, seconds)


def sqlite_rows(seconds: float, directory: Path) -> Reading:
    """Reads `answers/s` and `facts/s` of raw `sqlite3`, FULL: the same rows, a transaction an answer."""
    connection = sqlite3.connect(directory / "raw.db", isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute(SQLITE)
    answers = sample.rows()

    def insert() -> dict[str, int]:
        rows = next(answers)
        connection.execute("BEGIN IMMEDIATE")
        connection.executemany("INSERT INTO raw VALUES (?, ?, ?, ?)", rows)
        connection.execute("COMMIT")
        return {"answers": 1, "facts": len(rows)}

    try:
        return per_second(insert, seconds)
    finally:
        connection.close()
        for file in directory.glob("raw.db*"):
            file.unlink()


def postgres_rows(seconds: float, connection: psycopg.Connection, prefix: str) -> Reading:
    """Reads `answers/s` and `facts/s` of raw psycopg: the same rows, one statement an answer, autocommit.

    Matches are named with *prefix*, for writers side by side.
    """
    answers = sample.rows()

    def insert() -> dict[str, int]:
        matches, seqs, topics, states = map(list, zip(*next(answers), strict=True))
        connection.execute(UNNEST, ([f"{prefix}{match}" for match in matches], seqs, topics, states))
        return {"answers": 1, "facts": len(seqs)}

    return per_second(insert, seconds)
