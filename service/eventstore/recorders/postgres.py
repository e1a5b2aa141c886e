"""How the store writes to PostgreSQL: one statement an append, and positions visible in their order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from eventsourcing.persistence import IntegrityError, StoredEvent
from eventsourcing.postgres import PostgresApplicationRecorder
from psycopg import Connection
from psycopg.rows import DictRow
from psycopg.sql import SQL, Identifier
from sqlalchemy import Table, TextClause, insert, text

from ...database.engine import APPENDING, compiled
from ...database.postgres import POSTGRES, Postgres
from ...database.postgres_pool import SteadyDatastore
from ...database.replies import ReplyRow
from ...database.schema import create, is_new
from ...database.tables import heads, replies
from .append import Append
from .retry import refused_once, repeated

_HEADED = text(
    "SELECT notification_id, originator_id, originator_version, CAST(:head AS bytea) FROM appended "
    "WHERE CAST(:head AS bytea) <> '' ORDER BY notification_id DESC LIMIT 1"
)
_KEPT = text(
    "SELECT :reply_id, :reply_digest, :reply_at, :reply_match, :reply_first, :reply_last, "
    "max(notification_id), :reply_sealed, CAST('' AS bytea) FROM appended HAVING count(*) > 0"
)


class PostgresRecorder(PostgresApplicationRecorder):
    """Writes to PostgreSQL with one statement an append, under a lock that is held until it is committed.

    So positions become visible in their order, and a reader never finds a fact before one it has read. The
    library does the same with four statements and a table lock, and notifies listeners; nobody listens here.
    `database` holds the tables beside the events, over the same pool.
    """

    select_events = repeated(PostgresApplicationRecorder.select_events)
    select_notifications = repeated(PostgresApplicationRecorder.select_notifications)
    max_notification_id = repeated(PostgresApplicationRecorder.max_notification_id)

    datastore: SteadyDatastore

    def __init__(self, datastore: SteadyDatastore, *, events_table_name: str = "stored_events") -> None:
        super().__init__(datastore, events_table_name=events_table_name)
        self.database = Postgres(datastore, events_table_name)
        names = {"schema": Identifier(datastore.schema), "table": Identifier(events_table_name)}
        append = SQL(
            "WITH alone AS MATERIALIZED (SELECT pg_advisory_xact_lock({lock})), appended AS ("
            "INSERT INTO {schema}.{table} (originator_id, originator_version, topic, state) "
            "SELECT %(match)s, %(seq)s + place - 1, topic, state FROM alone, unnest(%(topics)s::text[], "
            "%(states)b::bytea[]) WITH ORDINALITY AS told (topic, state, place) "
            "WHERE %(seq)s = 1 OR (EXISTS (SELECT 1 FROM {schema}.{table} WHERE originator_id = %(match)s "
            "AND originator_version = %(seq)s - 1) AND (%(before)s::bytea = '' OR EXISTS (SELECT 1 FROM "
            "{schema}.heads h WHERE h.match = %(match)s AND h.seq = %(seq)s - 1 "
            "AND h.head = %(before)s::bytea))) "
            "ORDER BY place RETURNING notification_id, originator_id, originator_version), "
            "{beside} SELECT notification_id FROM appended ORDER BY notification_id"
        )
        headed, kept = (
            SQL("{} AS ({})").format(SQL(name), SQL(self._appending(table, rows)))
            for name, table, rows in (("headed", heads, _HEADED), ("kept", replies, _KEPT))
        )
        both = SQL(", ").join((headed, kept))
        self._append, self._append_kept = (
            append.format(lock=APPENDING, beside=beside, **names).as_bytes() for beside in (headed, both)
        )
        # The library's table, with its columns in the order that wastes no bytes on alignment.
        self.sql_create_statements[self.create_table_statement_index] = SQL(
            "CREATE TABLE IF NOT EXISTS {schema}.{table} (notification_id bigserial, "
            "originator_version integer NOT NULL, originator_id text NOT NULL, topic text, state bytea, "
            "PRIMARY KEY (originator_id, originator_version))"
        ).format(**names)

    def _appending(self, table: Table, rows: TextClause) -> str:
        """Returns what appends *rows* to a *table*, within the statement that appends the facts."""
        into = insert(table).from_select([*table.c.keys()], rows.columns(*table.c))
        return compiled(into, POSTGRES, self.datastore.schema).text

    @refused_once
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
        with self.datastore.writing() as connection:
            return self._insert(connection, Append(stored_events, head, before, reply))

    @refused_once
    def insert_together(self, appends: Sequence[Append]) -> list[Sequence[int]]:
        """Makes all *appends*, each as `insert_events` does, or none; returns the positions of each."""
        with self.datastore.writing() as connection, connection.transaction():
            return [self._insert(connection, append) for append in appends]

    def _insert(self, connection: Connection[DictRow], told: Append) -> Sequence[int]:
        stored_events, head, before, reply = told
        match, seq = stored_events[0].originator_id, stored_events[0].originator_version
        if [event.originator_version for event in stored_events] != [*range(seq, seq + len(stored_events))]:
            raise IntegrityError(f"After fact {seq} its successors are appended, each once.")
        values: dict[str, object] = {
            "topics": [event.topic for event in stored_events],
            "states": [event.state for event in stored_events],
            "match": match,
            "seq": seq,
            "head": head,
            "before": before,
        }
        append = self._append
        if reply is not None:
            append = self._append_kept
            values |= {f"reply_{name}": value for name, value in reply._asdict().items()}
        rows = connection.execute(append, values, prepare=True).fetchall()
        if not rows:
            raise IntegrityError(f"Fact {seq} follows nothing that is there.")
        return [row["notification_id"] for row in rows]

    def create_table(self) -> None:
        """Creates the tables of a new store, one process at a time; nothing is written where they are."""
        if not is_new(self.database):
            return
        with self.database.alone():
            if is_new(self.database):
                super().create_table()
                create(self.database)
