"""The notes of a witness in one SQLite file, which takes new notes only."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

from domain.errors import RecountError
from projections.files import exclusive_file
from replays.proof import notes

from ..eventstore.store import Unavailable

FILE = "notes.db"
_TABLE = """
CREATE TABLE IF NOT EXISTS notes (
    origin TEXT, size INTEGER, note TEXT NOT NULL, PRIMARY KEY (origin, size)) WITHOUT ROWID;
CREATE TRIGGER IF NOT EXISTS notes_remain BEFORE DELETE ON notes
    BEGIN SELECT RAISE(ABORT, 'a witness removes no note'); END;
CREATE TRIGGER IF NOT EXISTS notes_stay BEFORE UPDATE ON notes
    BEGIN SELECT RAISE(ABORT, 'a witness changes no note'); END;
"""
_LAST = "SELECT note FROM notes WHERE origin = ? ORDER BY size DESC LIMIT 1"
_ALL = "SELECT origin, size, note FROM notes ORDER BY origin, size"
_AT = "SELECT note FROM notes WHERE origin = ? AND size = ?"


class WitnessNote(NamedTuple):
    """The cosigned note of a log of `size` entries."""

    origin: str
    size: int
    note: str


class ContradictedNote(RecountError):
    """A note to restore contradicts one that the witness has."""


class WitnessNotes:
    """The notes of each origin by size, below *folder*, shared by the processes of a machine.

    The note of an earlier release, in a file of its own, becomes the first. Methods raise `Unavailable`.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder / "witnessed"

    def list_notes(self) -> list[WitnessNote]:
        """Returns all notes, without any where no witness ever wrote."""
        if not self._folder.exists():
            return []
        with self.begin() as stored:
            return stored.list_notes()

    def restore(self, restored: Sequence[WitnessNote]) -> None:
        """Adds the notes of a backup, all or none, and keeps those that are here.

        Raises `ContradictedNote` if one here has the same size and another text.
        """
        if not restored:
            return
        with self.begin() as stored:
            for origin, size, note in restored:
                here = stored.load(origin, size)
                if here and notes.split_note(here)[0] != notes.split_note(note)[0]:
                    raise ContradictedNote(f"The witness here has cosigned another log of {origin}.")
                if not here:
                    stored.add(origin, size, note)

    @contextmanager
    def begin(self) -> Iterator[NoteWriter]:
        """Yields the notes for reads and one write, while no other process writes."""
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            with exclusive_file(self._folder / FILE), closing(self._connect()) as connection:
                connection.executescript(_TABLE)
                connection.execute("BEGIN IMMEDIATE")
                yield NoteWriter(connection, self._folder)
                connection.execute("COMMIT")
        except (OSError, sqlite3.Error) as error:
            raise Unavailable("The checkpoints of other services cannot be read or kept just now.") from error

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self._folder / FILE, isolation_level=None, timeout=5)
        connection.execute("PRAGMA synchronous = FULL")  # the reply promises that the note stays
        return connection


class NoteWriter:
    """The notes during one transaction."""

    def __init__(self, connection: sqlite3.Connection, folder: Path) -> None:
        self._connection, self._folder = connection, folder

    def load(self, origin: str, size: int | None = None) -> str:
        """Returns the note of *origin* of that size, by default the last, or an empty text."""
        self._take_earlier_note(origin)
        statement, values = (_LAST, (origin,)) if size is None else (_AT, (origin, size))
        return next((note for (note,) in self._connection.execute(statement, values)), "")

    def list_notes(self) -> list[WitnessNote]:
        """Returns all notes."""
        for file in self._folder.glob("*.note"):
            self._take_earlier_note(file.read_text(encoding="utf-8").partition("\n")[0])
        return [WitnessNote(*row) for row in self._connection.execute(_ALL)]

    def add(self, origin: str, size: int, note: str) -> None:
        """Adds a note."""
        self._connection.execute("INSERT INTO notes VALUES (?, ?, ?)", (origin, size, note))

    def _take_earlier_note(self, origin: str) -> None:
        """Adds the single note of *origin* that a release before this file kept."""
        file = self._folder / f"{hashlib.sha256(origin.encode()).hexdigest()}.note"
        if file.exists() and not self._connection.execute(_LAST, (origin,)).fetchone():
            note = file.read_text(encoding="utf-8")
            self.add(origin, notes.parse_checkpoint(notes.split_note(note)[0]).size, note)
