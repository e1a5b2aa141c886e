"""How the store writes to PostgreSQL: one statement an append, and positions visible in their order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from eventsourcing.persistence import IntegrityError, StoredEvent
from eventsourcing.postgres import PostgresApplicationRecorder, PostgresDatastore
from psycopg.sql import SQL

from .badges import BadgeRow
from .live_connections import SteadyDatastore
from .postgres_commentaries import COMMENTARY_TABLES, PostgresCommentaries
from .postgres_heads import HEAD_TABLES, PostgresHeads
from .postgres_people import PEOPLE_TABLES, PostgresPeople
from .postgres_replies import REPLY_TABLES, PostgresReplies
from .postgres_sessions import SESSION_TABLES, PostgresSessions
from .postgres_webhooks import WEBHOOK_TABLES, PostgresWebhooks
from .replies import ReplyRow
from .retry import repeated

CREATING_TABLES, APPENDING = 0x7265636F756E74, 0x7265636F756E75
"""The PostgreSQL advisory locks under which tables are created and facts appended ("recount" in ASCII)."""

_TABLES = (
    "CREATE TABLE IF NOT EXISTS {schema}.card_sets (digest text PRIMARY KEY, content bytea NOT NULL)",
    "CREATE TABLE IF NOT EXISTS {schema}.tokens (id text PRIMARY KEY, digest text NOT NULL UNIQUE, "
    "scopes text NOT NULL, name text NOT NULL, created bigint NOT NULL, expires bigint NOT NULL, "
    "revoked bigint NOT NULL)",
)


class PostgresRecorder(
    PostgresHeads,
    PostgresPeople,
    PostgresWebhooks,
    PostgresReplies,
    PostgresSessions,
    PostgresCommentaries,
    PostgresApplicationRecorder,
):
    """Writes to PostgreSQL with one statement an append, under a lock that is held until it is committed.

    So positions become visible in their order, and a reader never finds a fact before one it has read. The
    library does the same with four statements and a table lock, and notifies listeners; nobody listens here.
    """

    select_events = repeated(PostgresApplicationRecorder.select_events)
    select_notifications = repeated(PostgresApplicationRecorder.select_notifications)
    max_notification_id = repeated(PostgresApplicationRecorder.max_notification_id)

    def __init__(self, datastore: PostgresDatastore, *, events_table_name: str = "stored_events") -> None:
        super().__init__(SteadyDatastore(datastore), events_table_name=events_table_name)
        append = SQL(
            "WITH alone AS MATERIALIZED (SELECT pg_advisory_xact_lock({lock})), appended AS ("
            "INSERT INTO {schema}.{table} (originator_id, originator_version, topic, state) "
            "SELECT match, seq, topic, state FROM alone, "
            "unnest(%s::text[], %s::bigint[], %s::text[], %s::bytea[]) AS told (match, seq, topic, state) "
            "WHERE %s = 1 OR (EXISTS (SELECT 1 FROM {schema}.{table} WHERE originator_id = %s "
            "AND originator_version = %s) AND (%s::bytea = '' OR EXISTS (SELECT 1 FROM {schema}.heads h "
            "WHERE h.match = %s AND h.seq = %s AND h.head = %s::bytea))) "
            "ORDER BY seq RETURNING notification_id, originator_id, originator_version), headed AS ("
            "INSERT INTO {schema}.heads SELECT notification_id, originator_id, originator_version, "
            "%s::bytea FROM appended WHERE %s::bytea <> '' ORDER BY notification_id DESC LIMIT 1)"
            "{kept}SELECT notification_id FROM appended ORDER BY notification_id"
        )
        kept = SQL(
            ", kept AS (INSERT INTO {schema}.replies SELECT %s, %s, %s, %s, %s, %s, max(notification_id), "
            "%s, ''::bytea FROM appended HAVING count(*) > 0) "
        ).format(**self._names)
        self._append = append.format(lock=APPENDING, kept=SQL(" "), **self._names)
        self._append_kept = append.format(lock=APPENDING, kept=kept, **self._names)
        # The library's table, with its columns in the order that wastes no bytes on alignment.
        self.sql_create_statements[self.create_table_statement_index] = SQL(
            "CREATE TABLE IF NOT EXISTS {schema}.{table} (notification_id bigserial, "
            "originator_version integer NOT NULL, originator_id text NOT NULL, topic text, state bytea, "
            "PRIMARY KEY (originator_id, originator_version))"
        ).format(**self._names)
        beside = (*PEOPLE_TABLES, *WEBHOOK_TABLES, *REPLY_TABLES, *SESSION_TABLES, *COMMENTARY_TABLES)
        tables = (*_TABLES, *HEAD_TABLES, *beside)
        self.sql_create_statements += [SQL(table).format(**self._names) for table in tables]

    def insert_events(
        self,
        stored_events: Sequence[StoredEvent],
        *,
        head: bytes = b"",
        before: bytes = b"",
        reply: ReplyRow | None = None,
        **_: Any,
    ) -> Sequence[int]:
        """Appends *stored_events* and, in the same transaction, the *head* they lead to and the *reply*.

        The fact *before* them has to be there, with that head unless it is empty; else `IntegrityError` is
        raised. Returns their positions.
        """
        columns: list[object] = [list(column) for column in zip(*map(_row, stored_events), strict=True)]
        with self.datastore.get_connection() as connection:
            match, seq = stored_events[0].originator_id, stored_events[0].originator_version
            follows = [seq, match, seq - 1, before, match, seq - 1, before]
            values = [*columns, *follows, head, head]
            if reply is None:
                rows = connection.execute(self._append, values, prepare=True).fetchall()
            else:
                kept = [*reply[: ReplyRow._fields.index("position")], reply.sealed]
                rows = connection.execute(self._append_kept, [*values, *kept], prepare=True).fetchall()
        if not rows:
            raise IntegrityError(f"Fact {seq} follows nothing that is there.")
        return [row["notification_id"] for row in rows]

    # -- imports -----------------------------------------------------------------------------------------

    def imports(self, match: str, topic: str) -> list[StoredEvent]:
        """Returns the facts of *match* with this *topic*, in order."""
        if "\0" in match:  # PostgreSQL holds no such text, and refuses to look for it
            return []
        rows = self._select(
            "SELECT originator_id, originator_version, topic, state FROM {schema}.{table} "
            "WHERE originator_id = %s AND topic = %s ORDER BY originator_version",
            match,
            topic,
        )
        return [
            StoredEvent(row["originator_id"], row["originator_version"], row["topic"], bytes(row["state"]))
            for row in rows
        ]

    # -- badges ------------------------------------------------------------------------------------------

    def add_badge(self, row: BadgeRow) -> None:
        """Keeps a new badge."""
        insert = SQL("INSERT INTO {schema}.tokens VALUES (%s, %s, %s, %s, %s, %s, %s)")
        with self.datastore.get_connection() as connection:
            connection.execute(insert.format(**self._names), row)

    def badge_of(self, digest: str) -> BadgeRow | None:
        """Returns the badge whose token has this *digest*."""
        rows = self._select("SELECT * FROM {schema}.tokens WHERE digest = %s", digest)
        return BadgeRow(**rows[0]) if rows else None

    def badges(self) -> list[BadgeRow]:
        """Returns every badge, the oldest first."""
        return [BadgeRow(**row) for row in self._select("SELECT * FROM {schema}.tokens ORDER BY created, id")]

    def revoke_badge(self, id: str, at: int) -> BadgeRow | None:
        """Marks badge *id* as revoked, unless it is already; returns it as it is now, if there is one."""
        once = "SET revoked = CASE revoked WHEN 0 THEN %s ELSE revoked END WHERE id = %s RETURNING *"
        rows = self._select("UPDATE {schema}.tokens " + once, at, id)
        return BadgeRow(**rows[0]) if rows else None

    # -- card sets ---------------------------------------------------------------------------------------

    def keep(self, digest: str, content: bytes) -> None:
        """Stores the *content* of a card set under its *digest*, unless it is there."""
        insert = SQL("INSERT INTO {schema}.card_sets VALUES (%s, %s) ON CONFLICT DO NOTHING")
        with self.datastore.get_connection() as connection:
            connection.execute(insert.format(**self._names), (digest, content))

    def kept(self, digest: str) -> bytes | None:
        """Returns what was stored under *digest*, if anything."""
        select = SQL("SELECT content FROM {schema}.card_sets WHERE digest = %s").format(**self._names)
        with self.datastore.get_connection() as connection:
            row = connection.execute(select, (digest,)).fetchone()
        return None if row is None else bytes(row["content"])

    def create_table(self) -> None:
        """Creates what is not there yet, one process at a time."""
        with self.datastore.get_connection() as connection:
            connection.execute("SELECT pg_advisory_lock(%s)", (CREATING_TABLES,))
            try:
                super().create_table()
            finally:
                connection.execute("SELECT pg_advisory_unlock(%s)", (CREATING_TABLES,))

    def restamp(self, stream: str, state: bytes) -> None:
        """Writes what the one row of *stream* says."""
        change = SQL("UPDATE {schema}.{table} SET state = %s WHERE originator_id = %s")
        with self.datastore.transaction(commit=True) as cursor:
            cursor.execute(change.format(**self._names), (state, stream))

    def try_writing(self, stream: str) -> None:
        """Changes a row of *stream* and takes it back: what fails here would fail an append."""
        change = SQL("UPDATE {schema}.{table} SET topic = topic WHERE originator_id = %s")
        with self.datastore.transaction(commit=False) as cursor:
            cursor.execute(change.format(**self._names), (stream,))


def _row(event: StoredEvent) -> tuple[str, int, str, bytes]:
    return str(event.originator_id), event.originator_version, event.topic, event.state
