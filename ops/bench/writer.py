"""`python -m ops.bench.writer service|raw NAME SECONDS`: a child that writes to PostgreSQL."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

import psycopg

from . import children, floors, playing
from .rounds import Reading


def main(ready: Callable[[], None]) -> Reading:
    """Plays through the service, or writes the same rows by hand."""
    how, name, seconds = sys.argv[1], sys.argv[2], float(sys.argv[3])
    if how == "raw":
        with connect(dict(os.environ)) as connection:
            ready()
            return floors.postgres_rows(seconds, connection, name)
    store = playing.store(dict(os.environ))
    tables = playing.Tables(playing.matches(store), 8, seed=int(name))
    ready()
    read = tables.play(seconds)
    store.close()
    return read


def connect(env: dict[str, str]) -> psycopg.Connection:
    """Connects to the database that the store would be in; a statement is a transaction."""
    connection = psycopg.connect(
        host=env["POSTGRES_HOST"],
        port=env["POSTGRES_PORT"],
        user=env["POSTGRES_USER"],
        dbname=env["POSTGRES_DBNAME"],
        autocommit=True,
    )
    connection.execute("SET client_min_messages = warning")
    return connection


if __name__ == "__main__":
    children.meet(main)
