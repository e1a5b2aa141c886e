"""How the store writes to SQLite: durably, and one at a time."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from threading import Lock
from typing import Any

from eventsourcing.persistence import IntegrityError, StoredEvent
from eventsourcing.sqlite import SQLiteApplicationRecorder, SQLiteCursor, SQLiteDatastore

from projections.files import opening

from .badges import BadgeRow
from .replies import ReplyRow
from .sqlite_commentaries import COMMENTARY_TABLES, SQLiteCommentaries
from .sqlite_heads import HEAD_TABLES, SQLiteHeads
from .sqlite_people import PEOPLE_TABLES, SQLitePeople, free_names
from .sqlite_replies import INSERT_REPLY, REPLY_TABLES, SQLiteReplies
from .sqlite_sessions import SESSION_TABLES, SQLiteSessions
from .sqlite_webhooks import WEBHOOK_TABLES, SQLiteWebhooks

_TABLES = (
    "CREATE TABLE IF NOT EXISTS card_sets (digest TEXT PRIMARY KEY, content BLOB) WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS tokens (id TEXT PRIMARY KEY, digest TEXT NOT NULL UNIQUE, "
    "scopes TEXT NOT NULL, name TEXT NOT NULL, created INTEGER NOT NULL, expires INTEGER NOT NULL, "
    "revoked INTEGER NOT NULL) WITHOUT ROWID",
)


class SQLiteRecorder(
    SQLiteHeads,
    SQLitePeople,
    SQLiteWebhooks,
    SQLiteReplies,
    SQLiteSessions,
    SQLiteCommentaries,
    SQLiteApplicationRecorder,
):
    """Writes to SQLite one transaction at a time, each on the disk before it is acknowledged.

    Threads queue for a lock: SQLite would let them sleep and retry, which starves some of them.
    """

    def __init__(self, datastore: SQLiteDatastore, events_table_name: str = "stored_events") -> None:
        super().__init__(datastore, events_table_name)
        self._writing = Lock()
        self._follow = (
            f"INSERT INTO {events_table_name} (originator_id, originator_version, topic, state) "
            "SELECT ?1, ?2, ?3, ?4 WHERE ?2 = 1 OR (EXISTS (SELECT 1 FROM "
            f"{events_table_name} WHERE originator_id = ?1 AND originator_version = ?2 - 1) AND (?5 = x'' "
            "OR EXISTS (SELECT 1 FROM heads WHERE match = ?1 AND seq = ?2 - 1 AND head = ?5))) "
            "RETURNING rowid AS position"
        )

    def create_table(self) -> None:
        """Creates what is not there yet, in a file for its owner alone, one opener at a time."""
        with opening(Path(self.datastore.pool.db_name)):
            super().create_table()

    def _create_table(self, c: SQLiteCursor) -> None:
        free_names(c)
        super()._create_table(c)

    def insert_events(
        self,
        stored_events: Sequence[StoredEvent],
        *,
        head: bytes = b"",
        before: bytes = b"",
        reply: ReplyRow | None = None,
        **kwargs: Any,
    ) -> Sequence[int] | None:
        """Appends *stored_events* and, in the same transaction, the *head* they lead to and the *reply*.

        The fact *before* them has to be there, with that head unless it is empty; else `IntegrityError` is
        raised. Returns their positions.
        """
        with self._writing, self.datastore.get_connection(commit=True) as connection:
            connection.cursor().execute("PRAGMA synchronous=FULL")
            with connection.transaction(commit=True) as cursor:
                first, *others = stored_events
                told = (first.originator_id, first.originator_version, first.topic, first.state, before)
                cursor.execute(self._follow, told)
                begun = cursor.fetchone()
                if begun is None:
                    raise IntegrityError(f"Fact {first.originator_version} follows nothing that is there.")
                positions = [int(begun["position"]), *(self._insert_events(cursor, others, **kwargs) or ())]
                if head and positions:
                    last = stored_events[-1]
                    row = (positions[-1], last.originator_id, last.originator_version, head)
                    cursor.execute("INSERT INTO heads VALUES (?, ?, ?, ?)", row)
                if reply is not None and positions:
                    cursor.execute(INSERT_REPLY, reply._replace(position=positions[-1]))
                return positions

    # -- imports -----------------------------------------------------------------------------------------

    def imports(self, match: str, topic: str) -> list[StoredEvent]:
        """Returns the facts of *match* with this *topic*, in order."""
        select = (
            f"SELECT originator_id, originator_version, topic, state FROM {self.events_table_name} "
            "WHERE originator_id = ? AND topic = ? ORDER BY originator_version"
        )
        with self.datastore.transaction(commit=False) as cursor:
            cursor.execute(select, (match, topic))
            return [StoredEvent(*row) for row in cursor.fetchall()]

    # -- badges ------------------------------------------------------------------------------------------

    def add_badge(self, row: BadgeRow) -> None:
        """Keeps a new badge."""
        with self._writing, self.datastore.transaction(commit=True) as cursor:
            cursor.execute("INSERT INTO tokens VALUES (?, ?, ?, ?, ?, ?, ?)", row)

    def badge_of(self, digest: str) -> BadgeRow | None:
        """Returns the badge whose token has this *digest*."""
        found = self._badges("WHERE digest = ?", digest)
        return found[0] if found else None

    def badges(self) -> list[BadgeRow]:
        """Returns every badge, the oldest first."""
        return self._badges("ORDER BY created, id")

    def revoke_badge(self, id: str, at: int) -> BadgeRow | None:
        """Marks badge *id* as revoked, unless it is already; returns it as it is now, if there is one."""
        with self._writing, self.datastore.transaction(commit=True) as cursor:
            cursor.execute("UPDATE tokens SET revoked = ? WHERE id = ? AND revoked = 0", (at, id))
        found = self._badges("WHERE id = ?", id)
        return found[0] if found else None

    def _badges(self, where: str, *values: object) -> list[BadgeRow]:
        with self.datastore.transaction(commit=False) as cursor:
            cursor.execute(f"SELECT * FROM tokens {where}", values)
            return [BadgeRow(*row) for row in cursor.fetchall()]

    # -- card sets ---------------------------------------------------------------------------------------

    def keep(self, digest: str, content: bytes) -> None:
        """Stores the *content* of a card set under its *digest*, unless it is there."""
        with self._writing, self.datastore.transaction(commit=True) as cursor:
            cursor.execute("INSERT OR IGNORE INTO card_sets VALUES (?, ?)", (digest, content))

    def kept(self, digest: str) -> bytes | None:
        """Returns what was stored under *digest*, if anything."""
        with self.datastore.transaction(commit=False) as cursor:
            cursor.execute("SELECT content FROM card_sets WHERE digest = ?", (digest,))
            row = cursor.fetchone()
        return None if row is None else bytes(row["content"])

    def construct_create_table_statements(self) -> list[str]:
        """Returns what creates the tables: the library's, and ours."""
        return [
            *super().construct_create_table_statements(),
            *_TABLES,
            *PEOPLE_TABLES,
            *HEAD_TABLES,
            *WEBHOOK_TABLES,
            *REPLY_TABLES,
            *SESSION_TABLES,
            *COMMENTARY_TABLES,
        ]

    def restamp(self, stream: str, state: bytes) -> None:
        """Writes what the one row of *stream* says."""
        with self._writing, self.datastore.transaction(commit=True) as cursor:
            cursor.execute(
                f"UPDATE {self.events_table_name} SET state = ? WHERE originator_id = ?", (state, stream)
            )

    def try_writing(self, stream: str) -> None:
        """Changes a row of *stream* and takes it back: what fails here would fail an append."""
        with self._writing, self.datastore.transaction(commit=False) as cursor:
            cursor.execute(
                f"UPDATE {self.events_table_name} SET topic = topic WHERE originator_id = ?", (stream,)
            )
