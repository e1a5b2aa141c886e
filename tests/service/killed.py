"""Imports the file it is told, and is killed when all facts are written and not yet committed."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from eventsourcing.sqlite import SQLiteConnection

from service.cli.context import open_services
from service.eventstore.recorders.sqlite import SQLiteRecorder
from service.portability.imports import take_in


def die(*_: object) -> None:
    """Ends this process as a power cut would."""
    os.kill(os.getpid(), signal.SIGKILL)


def main(file: str) -> None:
    """Imports *file*; whoever appends dies of it."""
    with open_services() as opened:
        recorder: Any = opened.store.recorder
        append, connect = opened.store.append, recorder.datastore.get_connection

        @contextmanager
        def uncommitted() -> Iterator[Any]:
            with connect() as connection, connection.transaction():
                yield connection
                die()

        def appending(*facts: Any) -> int:
            if isinstance(recorder, SQLiteRecorder):
                SQLiteConnection.commit = die  # type: ignore[assignment, method-assign]
            else:
                recorder.datastore.get_connection = uncommitted
            return append(*facts)

        opened.store.append = appending  # type: ignore[assignment, method-assign]
        take_in(opened, Path(file).read_bytes(), "operator")


if __name__ == "__main__":
    main(sys.argv[1])
