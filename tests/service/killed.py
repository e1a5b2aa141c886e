"""Imports a file or adds a guest, and is killed when all is written and not yet committed."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from eventsourcing.sqlite import SQLiteConnection

from domain import people
from replays.proof import bundle
from service.cli.context import open_services
from service.eventstore.recorders.sqlite import SQLiteRecorder
from service.portability import imports as matches
from service.portability import tournament_imports as tournaments


def die(*_: object) -> None:
    """Ends this process as a power cut would."""
    os.kill(os.getpid(), signal.SIGKILL)


def die_at_commit(recorder: Any) -> None:
    """Lets the next writer of *recorder* die before its commit."""
    writing: Any = getattr(recorder.datastore, "write_connection", None)

    @contextmanager
    def uncommitted() -> Iterator[Any]:
        with writing() as connection, connection.transaction():
            yield connection
            die()

    if isinstance(recorder, SQLiteRecorder):
        SQLiteConnection.commit = die  # type: ignore[assignment, method-assign]
    else:
        recorder.datastore.write_connection = uncommitted


def import_file(opened: Any, file: str) -> None:
    """Imports *file*; whoever appends dies of it."""
    store: Any = opened.store

    def dying(append: Callable[..., Any]) -> Callable[..., Any]:
        def appending(*facts: Any) -> Any:
            die_at_commit(store.recorder)
            return append(*facts)

        return appending

    store.append, store.append_together = dying(store.append), dying(store.append_together)
    told = Path(file).read_bytes()
    (tournaments.import_tournament if bundle.is_bundle(told) else matches.import_match)(
        opened, told, "operator"
    )


def add_guest(opened: Any, name: str) -> None:
    """Adds a guest, and dies of it."""
    opened.store.database.topics.numbers_of(people.JOURNAL_VOCABULARY)
    die_at_commit(opened.store.recorder)
    opened.players.add_guest(name)


if __name__ == "__main__":
    with open_services() as services:
        (add_guest if sys.argv[1] == "--guest" else import_file)(services, sys.argv[-1])
