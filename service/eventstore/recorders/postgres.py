"""How the store writes to PostgreSQL: one statement an append, and positions visible in their order."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from inspect import unwrap
from threading import Lock
from typing import Any
from uuid import UUID

from eventsourcing.persistence import IntegrityError, Notification, StoredEvent
from eventsourcing.postgres import PostgresApplicationRecorder
from psycopg import Connection
from psycopg.rows import DictRow, tuple_row
from psycopg.sql import SQL, Identifier
from sqlalchemy import Table, TextClause, insert, text

from ...database.engine import APPENDING, compiled
from ...database.postgres import POSTGRES, Postgres
from ...database.postgres_pool import SteadyDatastore
from ...database.postgres_retry import refused_once, repeated
from ...database.replies import ReplyRow
from ...database.schema import create, is_new
from ...database.tables import heads, replies
from .append import Append
from .group_commit import GroupCommit

_APPEND = SQL(
    "WITH alone AS MATERIALIZED (SELECT pg_advisory_xact_lock({lock})), "
    "fitting AS MATERIALIZED (SELECT told.* FROM alone, unnest(%(matches)s::text[], %(firsts)s::int[], "
    "%(lasts)s::int[], %(befores)b::bytea[], %(heads)b::bytea[]) WITH ORDINALITY "
    "AS told (match, first, last, before, head, place) "
    "LEFT JOIN LATERAL (SELECT originator_version FROM {schema}.{table} WHERE originator_id = told.match "
    "AND originator_version = told.first - 1 LIMIT 1) fact ON true "
    "LEFT JOIN LATERAL (SELECT h.head FROM {schema}.heads h WHERE h.match = told.match "
    "AND h.seq = told.first - 1 LIMIT 1) known ON true "
    "WHERE told.first = 1 OR (originator_version IS NOT NULL AND told.before IN ('', known.head))), "
    "appended AS (INSERT INTO {schema}.{table} (originator_id, originator_version, topic, state) "
    "SELECT match, seq, topic, state FROM fitting JOIN unnest(%(places)s::int[], %(seqs)s::int[], "
    "%(topics)s::text[], %(states)b::bytea[]) AS told (place, seq, topic, state) USING (place) "
    "ORDER BY place, seq RETURNING notification_id, originator_id, originator_version), "
    "{beside} SELECT originator_id, notification_id FROM appended ORDER BY notification_id"
)
_LAST = "FROM appended JOIN fitting ON originator_id = fitting.match AND originator_version = fitting.last "
_HEADED = text(
    f"SELECT notification_id, originator_id, originator_version, fitting.head {_LAST}WHERE fitting.head <> ''"
)
_KEPT = text(
    "SELECT id, digest, at, kept.match, kept.first, kept.last, notification_id, sealed, CAST('' AS bytea) "
    f"{_LAST}JOIN unnest(CAST(:kept AS int[]), CAST(:ids AS text[]), CAST(:digests AS text[]), "
    "CAST(:ats AS bigint[]), CAST(:kept_matches AS text[]), CAST(:kept_firsts AS int[]), "
    "CAST(:kept_lasts AS int[]), CAST(:sealed AS bytea[])) "
    "AS kept (place, id, digest, at, match, first, last, sealed) USING (place)"
)

_select_notifications = unwrap(PostgresApplicationRecorder.select_notifications)
_max_notification_id = unwrap(PostgresApplicationRecorder.max_notification_id)
LAST = 2**31 - 1
"""The greatest version that an event may have."""


class PostgresRecorder(PostgresApplicationRecorder):
    """Writes to PostgreSQL what waits to be written with one statement, under a lock that ends with it.

    So positions become visible in their order, and a reader never finds a fact before one it has read. The
    library does the same with four statements and a table lock, and notifies listeners; nobody listens here.
    `database` holds the tables beside the events, over the same pool. What is written and read here, this
    process knows: it reads no replica from then on that does not have it.
    """

    datastore: SteadyDatastore

    def __init__(self, datastore: SteadyDatastore, *, events_table_name: str = "stored_events") -> None:
        super().__init__(datastore, events_table_name=events_table_name)
        self.database = Postgres(datastore, events_table_name)
        names = {"schema": Identifier(datastore.schema), "table": Identifier(events_table_name)}
        headed, kept = (
            SQL("{} AS ({})").format(SQL(name), SQL(self._appending(table, rows)))
            for name, table, rows in (("headed", heads, _HEADED), ("kept", replies, _KEPT))
        )
        both = SQL(", ").join((headed, kept))
        select = SQL(
            "SELECT originator_id, originator_version, topic, state, notification_id FROM {schema}.{table} "
            "WHERE originator_id = %s AND originator_version > %s AND originator_version <= %s "
            "ORDER BY originator_version {order} LIMIT %s"
        )
        self._select, self._select_back = (
            select.format(order=SQL(order), **names).as_bytes() for order in ("ASC", "DESC")
        )
        self._append, self._append_kept = (
            _APPEND.format(lock=APPENDING, beside=beside, **names).as_bytes() for beside in (headed, both)
        )
        self._group: GroupCommit[Append, Sequence[int]] = GroupCommit(Lock(), self._commit)
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

    @repeated
    def select_events(
        self,
        originator_id: UUID | str,
        *,
        gt: int | None = None,
        lte: int | None = None,
        desc: bool = False,
        limit: int | None = None,
    ) -> Sequence[StoredEvent]:
        """Returns the events of a record with `gt < version <= lte`, *desc* from the last, up to *limit*."""
        asked = (originator_id, 0 if gt is None else gt, LAST if lte is None else min(lte, LAST), limit)
        with self.datastore.get_connection() as connection:
            cursor = connection.cursor(row_factory=tuple_row)
            rows = cursor.execute(self._select_back if desc else self._select, asked, prepare=True).fetchall()
        if rows:
            self.datastore.known.saw(rows[0 if desc else -1][4])
        return [StoredEvent(*row[:4]) for row in rows]

    @repeated
    def select_notifications(self, *asked: Any, **named: Any) -> Sequence[Notification]:
        """Returns the events at positions, as the library does."""
        found: Sequence[Notification] = _select_notifications(self, *asked, **named)
        if found:
            self.datastore.known.saw(found[-1].id)
        return found

    @repeated
    def max_notification_id(self) -> int | None:
        """Returns the position of the last event, if there is one."""
        last: int | None = _max_notification_id(self)
        self.datastore.known.saw(last or 0)
        return last

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
        return self._group.write(_checked(Append(stored_events, head, before, reply)))

    @refused_once
    def insert_together(self, appends: Sequence[Append]) -> list[Sequence[int]]:
        """Makes all *appends*, each as `insert_events` does, or none; returns the positions of each."""
        with self.datastore.writing() as connection, connection.transaction():
            came = self._insert(connection, [_checked(append) for append in appends])
            for conflict in came:
                if isinstance(conflict, IntegrityError):
                    raise conflict
        return [positions for positions in came if not isinstance(positions, IntegrityError)]

    @refused_once
    def _commit(self, appends: Sequence[Append]) -> Sequence[Sequence[int] | IntegrityError]:
        """Makes those of *appends* that fit, all at once; returns the positions of each, or its conflict."""
        try:
            with self.datastore.writing() as connection:
                return self._insert(connection, appends)
        except IntegrityError as conflict:  # another process wrote one of them at the same moment
            if len(appends) == 1:
                return [conflict]
        return [came for append in appends for came in self._commit([append])]

    def _insert(
        self, connection: Connection[DictRow], appends: Sequence[Append]
    ) -> list[Sequence[int] | IntegrityError]:
        placed = [(place, event) for place, told in enumerate(appends, 1) for event in told.events]
        firsts, lasts = [one.events[0] for one in appends], [one.events[-1] for one in appends]
        values: dict[str, object] = {
            "matches": [first.originator_id for first in firsts],
            "firsts": [first.originator_version for first in firsts],
            "lasts": [last.originator_version for last in lasts],
            "befores": [one.before for one in appends],
            "heads": [one.head for one in appends],
            "places": [place for place, _ in placed],
            "seqs": [event.originator_version for _, event in placed],
            "topics": [event.topic for _, event in placed],
            "states": [event.state for _, event in placed],
        }
        kept = [(place, one.reply) for place, one in enumerate(appends, 1) if one.reply is not None]
        if kept:
            values |= {
                "kept": [place for place, _ in kept],
                "ids": [reply.id for _, reply in kept],
                "digests": [reply.digest for _, reply in kept],
                "ats": [reply.at for _, reply in kept],
                "kept_matches": [reply.match for _, reply in kept],
                "kept_firsts": [reply.first for _, reply in kept],
                "kept_lasts": [reply.last for _, reply in kept],
                "sealed": [reply.sealed for _, reply in kept],
            }
        statement = self._append_kept if kept else self._append
        found = defaultdict[str, list[int]](list)
        for row in connection.execute(statement, values, prepare=True).fetchall():
            found[row["originator_id"]].append(row["notification_id"])
            self.datastore.known.saw(row["notification_id"])
        return [found.get(str(first.originator_id)) or _conflict(first) for first in firsts]

    def create_table(self) -> None:
        """Creates the tables of a new store, one process at a time; nothing is written where they are."""
        if not is_new(self.database):
            return
        with self.database.alone():
            if is_new(self.database):
                super().create_table()
                create(self.database)


def _checked(append: Append) -> Append:
    first, seqs = append.events[0].originator_version, [event.originator_version for event in append.events]
    if seqs != [*range(first, first + len(seqs))]:
        raise IntegrityError(f"After fact {first} its successors are appended, each once.")
    return append


def _conflict(first: StoredEvent) -> IntegrityError:
    return IntegrityError(
        f"Fact {first.originator_version} of {first.originator_id} follows nothing that is there."
    )
