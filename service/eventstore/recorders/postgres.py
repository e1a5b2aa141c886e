"""PostgreSQL recorder with one statement per group of appends and positions in commit order."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from inspect import unwrap
from typing import Any
from uuid import UUID

from eventsourcing.persistence import IntegrityError, Notification, StoredEvent
from eventsourcing.postgres import PostgresApplicationRecorder
from psycopg import Connection
from psycopg.rows import DictRow, tuple_row
from psycopg.sql import SQL, Identifier
from sqlalchemy import Table, TextClause, insert, text

from ...database.cooperation import FairLock
from ...database.engine import APPEND_LOCK, RowWrite, compile_statement
from ...database.postgresql.engine import POSTGRES, Postgres
from ...database.postgresql.pool import CheckedDatastore
from ...database.postgresql.retry import retry_read, retry_refused_write
from ...database.replies import ReplyRow
from ...database.schema import create_tables, has_tables
from ...database.tables import heads, replies
from .group_commit import GroupCommit, StreamAppend

_TOLD = (
    "SELECT told.* FROM alone, unnest(%(matches)s::text[], %(firsts)s::int[], %(lasts)s::int[], "
    "%(befores)b::bytea[], %(heads)b::bytea[]) WITH ORDINALITY "
    "AS told (match, first, last, before, head, place)"
)
_FITTING = (
    "SELECT told.*, number FROM {told} JOIN {schema}.streams ON name = match "
    "LEFT JOIN LATERAL (SELECT seq FROM {schema}.{table} WHERE stream = number "
    "AND seq = told.first - 1 LIMIT 1) fact ON true "
    "LEFT JOIN LATERAL (SELECT h.head FROM {schema}.heads h WHERE h.stream = number "
    "AND h.seq = told.first - 1 LIMIT 1) known ON true "
    "WHERE told.first = 1 OR (fact.seq IS NOT NULL AND told.before IN ('', known.head))"
)
_FOLLOW = f"fitting AS MATERIALIZED ({_FITTING})".replace("{told}", f"({_TOLD}) told")
_BEGIN = (
    f"told AS MATERIALIZED ({_TOLD}), "
    "begun AS (INSERT INTO {schema}.streams (name) SELECT match FROM told WHERE first = 1 "
    "ON CONFLICT DO NOTHING RETURNING number, name), "
    "fitting AS MATERIALIZED (SELECT told.*, number FROM told JOIN begun ON name = match UNION ALL "
    f"{_FITTING})".replace("{told}", "told")
)
_APPEND = SQL(
    "WITH alone AS MATERIALIZED (SELECT pg_advisory_xact_lock({lock})), {fitting}, "
    "appended AS (INSERT INTO {schema}.{table} (stream, seq, topic, state) "
    "SELECT number, seq, topic, state FROM fitting JOIN unnest(%(places)s::int[], %(seqs)s::int[], "
    "%(topics)s::smallint[], %(states)b::bytea[]) AS told (place, seq, topic, state) USING (place) "
    "ORDER BY place, seq RETURNING notification_id, stream, seq), "
    "{inserts} SELECT match, notification_id FROM appended JOIN fitting ON stream = number "
    "ORDER BY notification_id"
)
_LAST = "FROM appended JOIN fitting ON stream = number AND seq = fitting.last "
_HEADED = text(f"SELECT notification_id, stream, seq, fitting.head {_LAST}WHERE fitting.head <> ''")
_KEPT = text(
    "SELECT id, digest, at, kept.match, kept.first, kept.last, notification_id, sealed, CAST('' AS bytea) "
    f"{_LAST}JOIN unnest(CAST(:kept AS int[]), CAST(:ids AS text[]), CAST(:digests AS text[]), "
    "CAST(:ats AS bigint[]), CAST(:kept_matches AS text[]), CAST(:kept_firsts AS int[]), "
    "CAST(:kept_lasts AS int[]), CAST(:sealed AS bytea[])) "
    "AS kept (place, id, digest, at, match, first, last, sealed) USING (place)"
)

_max_notification_id = unwrap(PostgresApplicationRecorder.max_notification_id)
MAX_SEQ, MAX_POSITION = 2**31 - 1, 2**63 - 1
"""Maximum version and maximum position of an event."""


class PostgresRecorder(PostgresApplicationRecorder):
    """Recorder that writes a group of appends with one statement under a transaction lock.

    Therefore positions become visible in order, and a reader misses no fact. The library needs four
    statements and a table lock for the same, and notifies listeners that do not exist here. `database` holds
    the tables beside the events, over the same pool. The process knows the positions it writes and reads, and
    uses only replicas that have them.
    """

    datastore: CheckedDatastore

    def __init__(self, datastore: CheckedDatastore, *, events_table_name: str = "stored_events") -> None:
        super().__init__(datastore, events_table_name=events_table_name)
        self.database = Postgres(datastore, events_table_name)
        names = {"schema": Identifier(datastore.schema), "table": Identifier(events_table_name)}
        head_insert, reply_insert = (
            SQL("{} AS ({})").format(SQL(name), SQL(self._compile_insert(table, rows)))
            for name, table, rows in (("headed", heads, _HEADED), ("kept", replies, _KEPT))
        )
        both = SQL(", ").join((head_insert, reply_insert))
        select = SQL(
            "SELECT name, seq, topic, state, notification_id FROM {schema}.streams JOIN {schema}.{table} "
            "ON stream = number WHERE name = %s AND seq > %s AND seq <= %s ORDER BY seq {order} LIMIT %s"
        )
        self._select, self._select_back = (
            select.format(order=SQL(order), **names).as_bytes() for order in ("ASC", "DESC")
        )
        notified = SQL(
            "SELECT coalesce(name, '#' || stream), seq, topic, state, notification_id FROM {schema}.{table} "
            "LEFT JOIN {schema}.streams ON number = stream "
            "WHERE notification_id >= %s AND notification_id <= %s {among} ORDER BY notification_id LIMIT %s"
        )
        among = SQL("AND topic IN (SELECT number FROM {schema}.topics WHERE name = ANY(%s))").format(**names)
        self._select_all, self._select_among = (
            notified.format(among=topics, **names).as_bytes() for topics in (SQL(""), among)
        )
        self._append = {
            (new, keeps): _APPEND.format(
                lock=APPEND_LOCK, fitting=SQL(fitting).format(**names), inserts=inserts, **names
            ).as_bytes()
            for new, fitting in ((False, _FOLLOW), (True, _BEGIN))
            for keeps, inserts in ((False, head_insert), (True, both))
        }
        self._group: GroupCommit[StreamAppend, Sequence[int]] = GroupCommit(FairLock(), self._commit)
        # Streams and topics by number, columns in the order that wastes no bytes on alignment, and a full
        # index, because positions only rise.
        self.sql_create_statements[self.create_table_statement_index] = SQL(
            "CREATE TABLE IF NOT EXISTS {schema}.{table} (notification_id bigserial, "
            "stream integer NOT NULL, seq integer NOT NULL, topic smallint NOT NULL, state bytea NOT NULL, "
            "PRIMARY KEY (stream, seq)); CREATE UNIQUE INDEX IF NOT EXISTS {index} "
            "ON {schema}.{table} (notification_id) WITH (fillfactor = 100)"
        ).format(index=Identifier(self.notification_id_index_name), **names)

    def _compile_insert(self, table: Table, rows: TextClause) -> str:
        """Returns SQL that inserts *rows* into a *table* within the append statement."""
        into = insert(table).from_select([*table.c.keys()], rows.columns(*table.c))
        return compile_statement(into, POSTGRES, self.datastore.schema).text

    @retry_read
    def select_events(
        self,
        originator_id: UUID | str,
        *,
        gt: int | None = None,
        lte: int | None = None,
        desc: bool = False,
        limit: int | None = None,
    ) -> Sequence[StoredEvent]:
        """Returns events of a record with `gt < version <= lte`, up to *limit*.

        *desc* starts with the last.
        """
        parameters = (
            originator_id,
            0 if gt is None else gt,
            MAX_SEQ if lte is None else min(lte, MAX_SEQ),
            limit,
        )
        with self.datastore.get_connection() as connection:
            cursor = connection.cursor(row_factory=tuple_row)
            rows = cursor.execute(
                self._select_back if desc else self._select, parameters, prepare=True
            ).fetchall()
        if rows:
            self.datastore.log_position.observe_position(rows[0 if desc else -1][4])
        name = self.database.topics.name_of
        return [StoredEvent(match, seq, name(topic), state) for match, seq, topic, state, _ in rows]

    @retry_read
    def select_notifications(
        self,
        start: int | None,
        limit: int,
        stop: int | None = None,
        topics: Sequence[str] = (),
        *,
        inclusive_of_start: bool = True,
    ) -> Sequence[Notification]:
        """Returns up to *limit* events at positions *start* to *stop*, of *topics* or of all."""
        first = (start or 0) + (0 if inclusive_of_start else 1)
        parameters = (first, MAX_POSITION if stop is None else stop, *([[*topics]] if topics else ()), limit)
        with self.datastore.get_connection() as connection:
            cursor = connection.cursor(row_factory=tuple_row)
            select = self._select_among if topics else self._select_all
            rows = cursor.execute(select, parameters, prepare=True).fetchall()
        if rows:
            self.datastore.log_position.observe_position(rows[-1][4])
        name = self.database.topics.name_of
        return [Notification(match, seq, name(topic), state, at) for match, seq, topic, state, at in rows]

    @retry_read
    def max_notification_id(self) -> int | None:
        """Returns the position of the last event, if one exists."""
        last: int | None = _max_notification_id(self)
        self.datastore.log_position.observe_position(last or 0)
        return last

    def insert_events(
        self,
        stored_events: Sequence[StoredEvent],
        *,
        head: bytes = b"",
        before: bytes = b"",
        reply: ReplyRow | None = None,
        row: RowWrite | None = None,
        **_: Any,
    ) -> Sequence[int]:
        """Appends *stored_events* with their *head*, *reply* and *row* in one transaction.

        Returns their positions. The preceding fact must exist, with the head *before* unless that is empty.
        Otherwise raises `IntegrityError`.
        """
        append = StreamAppend(stored_events, head, before, reply, row)
        if row is not None:
            return self.insert_together([append])[0]
        return self._group.write(self._check_append(append))

    @retry_refused_write
    def insert_together(self, appends: Sequence[StreamAppend]) -> list[Sequence[int]]:
        """Stores all *appends*, each like `insert_events`, or none.

        Returns the positions of each.
        """
        checked = [self._check_append(append) for append in appends]
        with self.datastore.write_connection() as connection, connection.transaction():
            results = self._insert(connection, checked)
            for conflict in results:
                if isinstance(conflict, IntegrityError):
                    raise conflict
            for row in filter(None, (append.row for append in checked)):
                statement, constants = compile_statement(row.statement, POSTGRES, self.datastore.schema)
                connection.execute(statement.encode(), {**constants, **row.values})
        return [positions for positions in results if not isinstance(positions, IntegrityError)]

    def _check_append(self, append: StreamAppend) -> StreamAppend:
        """Checks the numbers of an *append* and adds its topics. Returns it."""
        first, seqs = append.events[0].originator_version, [e.originator_version for e in append.events]
        if seqs != [*range(first, first + len(seqs))]:
            raise IntegrityError(f"After fact {first} its successors are appended, each once.")
        self.database.topics.numbers_of(event.topic for event in append.events)
        return append

    @retry_refused_write
    def _commit(self, appends: Sequence[StreamAppend]) -> Sequence[Sequence[int] | IntegrityError]:
        """Stores the possible *appends* at once.

        Returns the positions or the conflict of each.
        """
        try:
            with self.datastore.write_connection() as connection:
                return self._insert(connection, appends)
        except IntegrityError as conflict:  # another process appended one of them first
            if len(appends) == 1:
                return [conflict]
        return [result for append in appends for result in self._commit([append])]

    def _insert(
        self, connection: Connection[DictRow], appends: Sequence[StreamAppend]
    ) -> list[Sequence[int] | IntegrityError]:
        numbered_events = [
            (index, event) for index, append in enumerate(appends, 1) for event in append.events
        ]
        firsts, lasts = [append.events[0] for append in appends], [append.events[-1] for append in appends]
        values: dict[str, object] = {
            "matches": [first.originator_id for first in firsts],
            "firsts": [first.originator_version for first in firsts],
            "lasts": [last.originator_version for last in lasts],
            "befores": [append.before for append in appends],
            "heads": [append.head for append in appends],
            "places": [index for index, _ in numbered_events],
            "seqs": [event.originator_version for _, event in numbered_events],
            "topics": self.database.topics.numbers_of(event.topic for _, event in numbered_events),
            "states": [event.state for _, event in numbered_events],
        }
        requests = [
            (index, append.reply) for index, append in enumerate(appends, 1) if append.reply is not None
        ]
        if requests:
            values |= {
                "kept": [index for index, _ in requests],
                "ids": [reply.id for _, reply in requests],
                "digests": [reply.digest for _, reply in requests],
                "ats": [reply.at for _, reply in requests],
                "kept_matches": [reply.match for _, reply in requests],
                "kept_firsts": [reply.first for _, reply in requests],
                "kept_lasts": [reply.last for _, reply in requests],
                "sealed": [reply.sealed for _, reply in requests],
            }
        new = any(first.originator_version == 1 for first in firsts)
        statement = self._append[new, bool(requests)]
        positions = defaultdict[str, list[int]](list)
        for row in connection.execute(statement, values, prepare=True).fetchall():
            positions[row["match"]].append(row["notification_id"])
            self.datastore.log_position.observe_position(row["notification_id"])
        return [positions.get(str(first.originator_id)) or _conflict(first) for first in firsts]

    def create_table(self) -> None:
        """Creates the tables of a new store, one process at a time."""
        if not has_tables(self.database):
            with self.database.opening_lock():
                create_tables(self.database, super().create_table)


def _conflict(first: StoredEvent) -> IntegrityError:
    return IntegrityError(
        f"Fact {first.originator_version} of {first.originator_id} follows nothing that is there."
    )
