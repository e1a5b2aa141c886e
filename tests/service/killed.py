"""Imports a file, adds a guest or removes a photo, and is killed at the commit or just after it."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from eventsourcing.sqlite import SQLiteConnection

from domain import people, table
from replays.proof import bundle
from service.cases import photos
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


def remove_photo(opened: Any, match: str) -> None:
    """Removes the first photo of a match, and dies when the fact is stored."""
    append = opened.store.append

    def appending(*facts: Any) -> None:
        append(*facts)
        die()

    opened.store.append = appending
    seq = next(fact.seq for fact in opened.store.facts(match) if isinstance(fact.event, table.PhotoAdded))
    photos.remove_photo(opened, match, 1, seq, "organizer:desk")


def add_guest(opened: Any, name: str) -> None:
    """Adds a guest, and dies of it."""
    opened.store.database.topics.numbers_of(people.JOURNAL_VOCABULARY)
    die_at_commit(opened.store.recorder)
    opened.players.add_guest(name)


if __name__ == "__main__":
    with open_services() as services:
        acts = {"--guest": add_guest, "--removal": remove_photo}
        acts.get(sys.argv[1], import_file)(services, sys.argv[-1])
