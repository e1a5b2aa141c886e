"""Commentaries, in SQLite."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Lock
from typing import Any

from eventsourcing.sqlite import SQLiteDatastore

from .commentaries import CommentaryRow, NoteRow

COMMENTARY_TABLES = (
    "CREATE TABLE IF NOT EXISTS commentaries "
    "(id TEXT PRIMARY KEY, match TEXT NOT NULL, digest TEXT NOT NULL, title TEXT NOT NULL, "
    "author TEXT NOT NULL, created INTEGER NOT NULL, present INTEGER NOT NULL) WITHOUT ROWID",
    "CREATE INDEX IF NOT EXISTS commentaries_by_match ON commentaries (match)",
    "CREATE TABLE IF NOT EXISTS notes "
    "(commentary TEXT NOT NULL, seq INTEGER NOT NULL, content TEXT NOT NULL, "
    "PRIMARY KEY (commentary, seq)) WITHOUT ROWID",
)


class SQLiteCommentaries:
    """The part of a recorder that fulfils `CommentaryRecorder`."""

    datastore: SQLiteDatastore
    _writing: Lock

    def add_commentary(self, row: CommentaryRow, most: int) -> bool:
        """Keeps a new commentary, unless its match has so many by such authors; tells whether it did."""
        room = "WHERE (SELECT count(*) FROM commentaries WHERE match = ? AND present = ?) < ?"
        with self._writing, self.datastore.transaction(commit=True) as cursor:
            insert = f"INSERT INTO commentaries SELECT ?, ?, ?, ?, ?, ?, ? {room} RETURNING id"
            cursor.execute(insert, (*row, row.match, row.present, most))
            return cursor.fetchone() is not None

    def commentary(self, id: str) -> CommentaryRow | None:
        """Returns the commentary called *id*, if there is one."""
        with self.datastore.transaction(commit=False) as cursor:
            cursor.execute("SELECT * FROM commentaries WHERE id = ?", (id,))
            row = cursor.fetchone()
        return None if row is None else _read(row)

    def commentaries(self, match: str, last: int) -> list[tuple[CommentaryRow, int]]:
        """Returns the commentaries on a match, the oldest first, each with how many notes up to a fact."""
        count = "(SELECT count(*) FROM notes WHERE commentary = id AND seq <= ?)"
        with self.datastore.transaction(commit=False) as cursor:
            found = f"SELECT *, {count} FROM commentaries WHERE match = ? ORDER BY created, id"
            cursor.execute(found, (last, match))
            return [(_read(row), row[-1]) for row in cursor.fetchall()]

    def remove_commentary(self, id: str) -> None:
        """Forgets a commentary and its notes."""
        with self._writing, self.datastore.transaction(commit=True) as cursor:
            cursor.execute("DELETE FROM notes WHERE commentary = ?", (id,))
            cursor.execute("DELETE FROM commentaries WHERE id = ?", (id,))

    def notes(self, id: str) -> list[NoteRow]:
        """Returns the notes of a commentary, by the facts they are about."""
        with self.datastore.transaction(commit=False) as cursor:
            cursor.execute("SELECT seq, content FROM notes WHERE commentary = ? ORDER BY seq", (id,))
            return [NoteRow(*row) for row in cursor.fetchall()]

    def keep_note(self, id: str, note: NoteRow, most: int) -> bool:
        """Keeps what is said of a fact, in the place of what was, unless there are so many notes already."""
        room = "WHERE (SELECT count(*) FROM notes WHERE commentary = ? AND seq <> ?) < ?"
        known = "ON CONFLICT (commentary, seq) DO UPDATE SET content = excluded.content"
        with self._writing, self.datastore.transaction(commit=True) as cursor:
            insert = f"INSERT INTO notes SELECT ?, ?, ? {room} {known} RETURNING seq"
            cursor.execute(insert, (id, *note, id, note.seq, most))
            return cursor.fetchone() is not None

    def remove_note(self, id: str, seq: int) -> bool:
        """Forgets what is said of a fact; tells whether anything was."""
        with self._writing, self.datastore.transaction(commit=True) as cursor:
            cursor.execute("DELETE FROM notes WHERE commentary = ? AND seq = ? RETURNING seq", (id, seq))
            return cursor.fetchone() is not None


def _read(row: Sequence[Any]) -> CommentaryRow:
    return CommentaryRow(*row[: len(CommentaryRow._fields)])
