"""Files of a database: opened by one process at a time, and read by their owner alone."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

OWNER = 0o600
"""What lies hidden in matches, and who plays them, is for the owner of the file."""
MORE = ("", "-wal", "-shm")
"""What SQLite adds to the name of a file for those beside it; when it makes them, they get the mode of it."""


@contextmanager
def opening(path: Path) -> Iterator[None]:
    """Lets one opener at a time through, for a new file that two turn to WAL is busy; makes the file."""
    with locked(path.parent):
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, OWNER))
        for name in (f"{path}{more}" for more in MORE):
            if os.path.exists(name) and os.stat(name).st_mode & 0o077:
                os.chmod(name, OWNER)
        yield


@contextmanager
def locked(directory: Path) -> Iterator[None]:
    """Lets one process, and one thread of it, at a time work in *directory*."""
    folder = os.open(directory, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)
