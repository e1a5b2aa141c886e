"""Measures durable answers at 32 matches in turn, beside the same rows written by raw libraries.

`python -m ops.bench.durable service|raw NAME SECONDS` is a child that writes to PostgreSQL.
"""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path

import psycopg

from ops.shared import processes

from . import playing, sample
from .figures import (
    Figure,
    Reading,
    Reference,
    Target,
    at_least,
    of_floor,
    per_second,
    reference,
    side_by_side,
)
from .ground import Ground

WRITERS = 4
WRITER_TABLES = 8
SQLITE_TABLE = """CREATE TABLE raw (
    originator_id TEXT, originator_version INTEGER, topic TEXT, state BLOB,
    PRIMARY KEY (originator_id, originator_version))"""
POSTGRES_TABLE = """CREATE TABLE IF NOT EXISTS raw (
    originator_id text, originator_version bigint, topic text, state bytea, notification_id bigserial,
    PRIMARY KEY (originator_id, originator_version))"""
POSTGRES_INSERT = """INSERT INTO raw (originator_id, originator_version, topic, state)
    SELECT * FROM unnest(%s::text[], %s::bigint[], %s::text[], %s::bytea[])"""


def measure(ground: Ground) -> list[Figure]:
    """Measures answers a second on SQLite, and on PostgreSQL with one writer and with several."""
    with ground.directory() as directory:
        return [*measure_sqlite(ground, directory), *measure_postgres(ground)]


def measure_sqlite(ground: Ground, directory: Path) -> list[Figure]:
    """Measures one process on SQLite, beside raw rows and beside a bare fsync."""
    store = playing.open_store({"SQLITE_DBNAME": str(directory / "recount.db")})
    tables = playing.Tables(playing.make_service(store))
    ours, raw, synced = side_by_side(
        ground.rounds,
        lambda: tables.play(ground.seconds),
        lambda: write_sqlite_rows(ground.seconds, directory),
        lambda: append_and_sync(ground.seconds / 4, directory),
    )
    store.close()
    rows = reference("raw sqlite3, the same rows", raw, "answers/s")
    syncs = reference("append 4 KiB + fsync", synced, "answers/s")
    name = "durable, SQLite, 1 process"
    return [
        Figure(name, ours["answers/s"], "answers/s", rows, targets=(of_floor(0.4),)),
        Figure(name, ours["answers/s"], "answers/s", syncs),
        Figure(f"{name}, p99", ours["p99"], "ms"),
    ]


def measure_postgres(ground: Ground) -> list[Figure]:
    """Measures writers on PostgreSQL, each a process, beside as many writers of raw rows."""
    with ground.postgres.database() as env:
        with connect(env) as connection:
            connection.execute(POSTGRES_TABLE)
        names = count(1)

        def write(kind: str, writers: int) -> Reading:
            command = processes.python("ops.bench.durable", kind)
            commands = [[*command, str(next(names)), str(ground.seconds)] for _ in range(writers)]
            return add_up(processes.run_together(commands, env))

        one, raw_one, several, raw_several = side_by_side(
            ground.rounds,
            lambda: write("service", 1),
            lambda: write("raw", 1),
            lambda: write("service", WRITERS),
            lambda: write("raw", WRITERS),
        )
    floors = [reference("raw psycopg, the same rows", raw, "answers/s") for raw in (raw_one, raw_several)]
    return [
        *_figures("durable, PostgreSQL, 1 writer", one, floors[0], ()),
        *_figures(f"durable, PostgreSQL, {WRITERS} writers", several, floors[1], (at_least(2000),)),
    ]


def _figures(name: str, ours: Reading, floor: Reference, targets: tuple[Target, ...]) -> list[Figure]:
    return [
        Figure(name, ours["answers/s"], "answers/s", floor, targets=targets),
        Figure(f"{name}, p99", ours["p99"], "ms"),
    ]


def add_up(readings: Sequence[Reading]) -> Reading:
    """Returns the sum of the rates of writers, and the longest p99."""
    answers = sum(reading["answers/s"] for reading in readings)
    return {"answers/s": answers, "p99": max(reading.get("p99", 0.0) for reading in readings)}


def append_and_sync(seconds: float, directory: Path) -> Reading:
    """Reads `answers/s` of 4 KiB appended to a file and synced."""
    with (directory / "appended").open("ab", buffering=0) as file:

        def append() -> dict[str, int]:
            file.write(b"." * 4096)
            os.fsync(file.fileno())
            return {"answers": 1}

        return per_second(append, seconds)


def write_sqlite_rows(seconds: float, directory: Path) -> Reading:
    """Reads `answers/s` of raw `sqlite3` with `synchronous = FULL`, a transaction an answer."""
    connection = sqlite3.connect(directory / "raw.db", isolation_level=None)
    for statement in ("PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL", SQLITE_TABLE):
        connection.execute(statement)
    answers = sample.rows()

    def insert() -> dict[str, int]:
        connection.execute("BEGIN IMMEDIATE")
        connection.executemany("INSERT INTO raw VALUES (?, ?, ?, ?)", next(answers))
        connection.execute("COMMIT")
        return {"answers": 1}

    try:
        return per_second(insert, seconds)
    finally:
        connection.close()
        for file in directory.glob("raw.db*"):
            file.unlink()


def write_postgres_rows(seconds: float, connection: psycopg.Connection, prefix: str) -> Reading:
    """Reads `answers/s` of raw psycopg, a statement an answer; *prefix* separates concurrent writers."""
    answers = sample.rows()

    def insert() -> dict[str, int]:
        matches, seqs, topics, states = map(list, zip(*next(answers), strict=True))
        names = [f"{prefix}{match}" for match in matches]
        connection.execute(POSTGRES_INSERT, (names, seqs, topics, states))
        return {"answers": 1}

    return per_second(insert, seconds)


def connect(env: dict[str, str]) -> psycopg.Connection:
    """Connects to the database of the store, in autocommit mode."""
    connection = psycopg.connect(
        host=env["POSTGRES_HOST"],
        port=env["POSTGRES_PORT"],
        user=env["POSTGRES_USER"],
        dbname=env["POSTGRES_DBNAME"],
        autocommit=True,
    )
    connection.execute("SET client_min_messages = warning")
    return connection


def write_as_child(wait: Callable[[], None]) -> Reading:
    """Plays through the service, or writes raw rows, as the command line says."""
    kind, name, seconds = sys.argv[1], sys.argv[2], float(sys.argv[3])
    if kind == "raw":
        with connect(dict(os.environ)) as connection:
            wait()
            return write_postgres_rows(seconds, connection, name)
    store = playing.open_store(dict(os.environ))
    tables = playing.Tables(playing.make_service(store), WRITER_TABLES, seed=int(name))
    wait()
    reading = tables.play(seconds)
    store.close()
    return reading


if __name__ == "__main__":
    processes.run_child(write_as_child)
