"""A view store in one SQLite file."""

from __future__ import annotations

import logging
import os
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Lock

from .files import OWNER_ONLY_MODE, SQLITE_SUFFIXES, exclusive_file
from .view_store import ProjectionBatch

log = logging.getLogger(__name__)

_TABLES = """
CREATE TABLE IF NOT EXISTS views (name TEXT, key TEXT, view BLOB NOT NULL, PRIMARY KEY (name, key));
CREATE TABLE IF NOT EXISTS positions (name TEXT PRIMARY KEY, position INTEGER NOT NULL);
"""
_KEEP = "INSERT INTO views VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET view = excluded.view"
_MOVE = "INSERT INTO positions VALUES (?, ?) ON CONFLICT DO UPDATE SET position = excluded.position"
_PAGE = "SELECT key, view FROM views WHERE name = ? {} ORDER BY key DESC LIMIT ?"
_NEWEST, _BELOW = _PAGE.format(""), _PAGE.format("AND key < ?")


DAMAGED = (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT)
"""Errors of a file that is no database any more."""


class SqliteViewStore:
    """Implements `ViewStore` in a file, with one connection for writes and one for reads.

    It sets a damaged file aside, as `views.db.damaged`, and starts anew: the log has all that views need.
    """

    def __init__(self, path: str | Path) -> None:
        self._path = path
        self._write_lock, self._read_lock = Lock(), Lock()
        with exclusive_file(Path(path)):
            try:
                self._writer = self._open_writer()
            except sqlite3.DatabaseError as error:
                if error.sqlite_errorcode not in DAMAGED:
                    raise
                _set_aside(Path(path))
                self._writer = self._open_writer()
            self._reader = self._connect()

    def _open_writer(self) -> sqlite3.Connection:
        connection = self._connect()
        connection.executescript(_TABLES)
        return connection

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self._path, isolation_level=None, check_same_thread=False)
        connection.execute("PRAGMA busy_timeout = 5000")
        connection.execute("PRAGMA journal_mode = WAL")
        # In WAL, NORMAL may forget the last transactions in a power cut, but never a part of one. Views and
        # position go back together, and the runner reads on from there: the facts themselves are elsewhere.
        connection.execute("PRAGMA synchronous = NORMAL")
        return connection

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        with self._write_lock:
            self._writer.execute("BEGIN IMMEDIATE")
            try:
                yield self._writer
            except BaseException:
                self._writer.execute("ROLLBACK")
                raise
            self._writer.execute("COMMIT")

    def position(self, name: str) -> int:
        """Returns the position of the projection *name*, 0 at first."""
        with self._read_lock:
            return _read_position(self._reader, name)

    def save(self, name: str, changes: Mapping[str, bytes], after: int, position: int) -> None:
        """Stores *changes* and the new position in one transaction.

        Raises `CheckpointConflict` when not at *after*.
        """
        step = ProjectionBatch(name, changes, after, position)
        [position_found] = self.save_each([step])
        step.require_position(position_found)

    def save_each(self, steps: Sequence[ProjectionBatch]) -> list[int]:
        """Stores each fitting batch in one transaction; returns the positions found."""
        with self._transaction() as views:
            positions = [_read_position(views, step.name) for step in steps]
            fitting = [step for step, at in zip(steps, positions, strict=True) if step.after == at]
            views.executemany(
                _KEEP, ((step.name, key, view) for step in fitting for key, view in step.changes.items())
            )
            views.executemany(_MOVE, ((step.name, step.position) for step in fitting))
        return positions

    def get(self, name: str, key: str) -> bytes | None:
        """Returns one view, or `None`."""
        query = "SELECT view FROM views WHERE name = ? AND key = ?"
        with self._read_lock:
            row = self._reader.execute(query, (name, key)).fetchone()
        return row and bytes(row[0])

    def scan(self, name: str, after: str, limit: int) -> list[tuple[str, bytes]]:
        """Returns up to *limit* views below *after* by descending key; `""` starts at the highest."""
        with self._read_lock:
            if after:
                return self._reader.execute(_BELOW, (name, after, limit)).fetchall()
            return self._reader.execute(_NEWEST, (name, limit)).fetchall()

    def clear(self, name: str) -> None:
        """Deletes all views of a projection, and its position."""
        with self._transaction() as views:
            views.execute("DELETE FROM views WHERE name = ?", (name,))
            views.execute("DELETE FROM positions WHERE name = ?", (name,))

    def close(self) -> None:
        """Closes the file."""
        with self._write_lock, self._read_lock:
            self._writer.close()
            self._reader.close()


def _read_position(connection: sqlite3.Connection, name: str) -> int:
    row = connection.execute("SELECT position FROM positions WHERE name = ?", (name,)).fetchone()
    return int(row[0]) if row else 0


def _set_aside(path: Path) -> None:
    """Renames a damaged file, and deletes those that belong to it."""
    log.error("the views in %s are damaged: they are made anew", path)
    path.replace(path.with_name(f"{path.name}.damaged"))
    for suffix in SQLITE_SUFFIXES[1:]:
        path.with_name(f"{path.name}{suffix}").unlink(missing_ok=True)
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, OWNER_ONLY_MODE))
