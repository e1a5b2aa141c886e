"""Imports the file it is told, and is killed when all facts are written and not yet committed."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from eventsourcing.sqlite import SQLiteConnection

from replays.proof import bundle
from service.cli.context import open_services
from service.eventstore.recorders.sqlite import SQLiteRecorder
from service.portability import imports as matches
from service.portability import tournament_imports as tournaments


def die(*_: object) -> None:
    """Ends this process as a power cut would."""
    os.kill(os.getpid(), signal.SIGKILL)


def main(file: str) -> None:
    """Imports *file*; whoever appends dies of it."""
    with open_services() as opened:
        recorder: Any = opened.store.recorder

        writing: Any = getattr(recorder.datastore, "write_connection", None)

        @contextmanager
        def uncommitted() -> Iterator[Any]:
            with writing() as connection, connection.transaction():
                yield connection
                die()

        def dying(append: Callable[..., Any]) -> Callable[..., Any]:
            def appending(*facts: Any) -> Any:
                if isinstance(recorder, SQLiteRecorder):
                    SQLiteConnection.commit = die  # type: ignore[assignment, method-assign]
                else:
                    recorder.datastore.write_connection = uncommitted
                return append(*facts)

            return appending

        store: Any = opened.store
        store.append, store.append_together = dying(store.append), dying(store.append_together)
        told = Path(file).read_bytes()
        (tournaments.import_tournament if bundle.is_bundle(told) else matches.import_match)(
            opened, told, "operator"
        )


if __name__ == "__main__":
    main(sys.argv[1])
