"""Sessions of browsers, in SQLite."""

from __future__ import annotations

from threading import Lock

from eventsourcing.sqlite import SQLiteDatastore

from .sessions import SessionRow

SESSION_TABLES = (
    "CREATE TABLE IF NOT EXISTS sessions (id TEXT PRIMARY KEY, at INTEGER NOT NULL, sealed BLOB NOT NULL)",
    "CREATE INDEX IF NOT EXISTS sessions_by_age ON sessions (at)",
)


class SQLiteSessions:
    """The part of a recorder that fulfils `SessionRecorder`."""

    datastore: SQLiteDatastore
    _writing: Lock

    def session(self, id: str) -> SessionRow | None:
        """Returns the session with this *id*."""
        with self.datastore.transaction(commit=False) as cursor:
            cursor.execute("SELECT * FROM sessions WHERE id = ?", (id,))
            row = cursor.fetchone()
        return None if row is None else SessionRow(*row)

    def keep_session(self, row: SessionRow) -> None:
        """Keeps *row* in the place of what was kept of it before, which is overwritten in the file."""
        with self._writing, self.datastore.get_connection(commit=True) as connection:
            connection.cursor().execute("PRAGMA secure_delete=ON")
            with connection.transaction(commit=True) as cursor:
                cursor.execute("INSERT OR REPLACE INTO sessions VALUES (?, ?, ?)", row)

    def sweep_sessions(self, before: int) -> None:
        """Forgets the sessions of browsers that came last before a time."""
        with self._writing, self.datastore.transaction(commit=True) as cursor:
            cursor.execute("DELETE FROM sessions WHERE at < ?", (before,))
