"""Locks and permissions of database files."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

OWNER_ONLY_MODE = 0o600
"""The mode of database files, which hold hidden cards and players' data."""
SQLITE_SUFFIXES = ("", "-wal", "-shm")
"""Suffixes of SQLite's files; new ones inherit the mode of the database."""


@contextmanager
def exclusive_file(path: Path) -> Iterator[None]:
    """Creates the file and lets one opener at a time proceed.

    A new file is busy while two connections switch it to WAL.
    """
    with lock_directory(path.parent):
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, OWNER_ONLY_MODE))
        for name in (f"{path}{suffix}" for suffix in SQLITE_SUFFIXES):
            if os.path.exists(name) and os.stat(name).st_mode & 0o077:
                os.chmod(name, OWNER_ONLY_MODE)
        yield


@contextmanager
def lock_directory(directory: Path) -> Iterator[None]:
    """Lets one thread of one process at a time work in *directory*."""
    folder = os.open(directory, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)
