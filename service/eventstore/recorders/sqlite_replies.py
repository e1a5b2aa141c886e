"""Replies that may be repeated, in SQLite."""

from __future__ import annotations

from threading import Lock

from eventsourcing.sqlite import SQLiteDatastore

from .replies import ReplyRow

REPLY_TABLES = (
    "CREATE TABLE IF NOT EXISTS replies (id TEXT PRIMARY KEY, digest TEXT NOT NULL, at INTEGER NOT NULL, "
    "match TEXT NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL, position INTEGER NOT NULL, "
    "sealed BLOB NOT NULL, reply BLOB NOT NULL)",
    "CREATE INDEX IF NOT EXISTS replies_by_age ON replies (at)",
)

INSERT_REPLY = "INSERT INTO replies VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"


class SQLiteReplies:
    """The part of a recorder that fulfils `ReplyRecorder`."""

    datastore: SQLiteDatastore
    _writing: Lock

    def reply(self, id: str) -> ReplyRow | None:
        """Returns the request with this *id*, if it brought anything about."""
        with self.datastore.transaction(commit=False) as cursor:
            cursor.execute("SELECT * FROM replies WHERE id = ?", (id,))
            row = cursor.fetchone()
        return None if row is None else ReplyRow(*row)

    def keep_reply(self, row: ReplyRow) -> None:
        """Keeps the reply of *row*; of a request that is known already nothing else is changed."""
        known = "ON CONFLICT (id) DO UPDATE SET reply = excluded.reply"
        with self._writing, self.datastore.transaction(commit=True) as cursor:
            cursor.execute(f"{INSERT_REPLY} {known}", row)

    def sweep_replies(self, before: int) -> None:
        """Forgets all requests that came before a time."""
        with self._writing, self.datastore.transaction(commit=True) as cursor:
            cursor.execute("DELETE FROM replies WHERE at < ?", (before,))
