"""How the store writes to PostgreSQL: one statement an append, and positions visible in their order."""

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

from ...database.cooperation import Turn
from ...database.engine import APPENDING, compiled
from ...database.postgresql.engine import POSTGRES, Postgres
from ...database.postgresql.pool import SteadyDatastore
from ...database.postgresql.retry import refused_once, repeated
from ...database.replies import ReplyRow
from ...database.schema import create_tables, has_tables
from ...database.tables import heads, replies
from .append import Append
from .group_commit import GroupCommit

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
    "{beside} SELECT match, notification_id FROM appended JOIN fitting ON stream = number "
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
LAST, MOST = 2**31 - 1, 2**63 - 1
"""The greatest version and the greatest position that an event may have."""


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
                lock=APPENDING, fitting=SQL(fitting).format(**names), beside=beside, **names
            ).as_bytes()
            for new, fitting in ((False, _FOLLOW), (True, _BEGIN))
            for keeps, beside in ((False, headed), (True, both))
        }
        self._group: GroupCommit[Append, Sequence[int]] = GroupCommit(Turn(), self._commit)
        # Streams and topics by their numbers, columns in the order that wastes no bytes on alignment, and an
        # index without room for what comes between, for nothing does.
        self.sql_create_statements[self.create_table_statement_index] = SQL(
            "CREATE TABLE IF NOT EXISTS {schema}.{table} (notification_id bigserial, "
            "stream integer NOT NULL, seq integer NOT NULL, topic smallint NOT NULL, state bytea NOT NULL, "
            "PRIMARY KEY (stream, seq)); CREATE UNIQUE INDEX IF NOT EXISTS {index} "
            "ON {schema}.{table} (notification_id) WITH (fillfactor = 100)"
        ).format(index=Identifier(self.notification_id_index_name), **names)

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
        name = self.database.topics.name
        return [StoredEvent(match, seq, name(topic), state) for match, seq, topic, state, _ in rows]

    @repeated
    def select_notifications(
        self,
        start: int | None,
        limit: int,
        stop: int | None = None,
        topics: Sequence[str] = (),
        *,
        inclusive_of_start: bool = True,
    ) -> Sequence[Notification]:
        """Returns up to *limit* events at positions from *start* to *stop*, of certain *topics* or of all."""
        first = (start or 0) + (0 if inclusive_of_start else 1)
        asked = (first, MOST if stop is None else stop, *([[*topics]] if topics else ()), limit)
        with self.datastore.get_connection() as connection:
            cursor = connection.cursor(row_factory=tuple_row)
            select = self._select_among if topics else self._select_all
            rows = cursor.execute(select, asked, prepare=True).fetchall()
        if rows:
            self.datastore.known.saw(rows[-1][4])
        name = self.database.topics.name
        return [Notification(match, seq, name(topic), state, at) for match, seq, topic, state, at in rows]

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
        return self._group.write(self._checked(Append(stored_events, head, before, reply)))

    @refused_once
    def insert_together(self, appends: Sequence[Append]) -> list[Sequence[int]]:
        """Makes all *appends*, each as `insert_events` does, or none; returns the positions of each."""
        checked = [self._checked(append) for append in appends]
        with self.datastore.writing() as connection, connection.transaction():
            came = self._insert(connection, checked)
            for conflict in came:
                if isinstance(conflict, IntegrityError):
                    raise conflict
        return [positions for positions in came if not isinstance(positions, IntegrityError)]

    def _checked(self, append: Append) -> Append:
        """Returns an *append* that may be made, whose topics have their numbers."""
        first, seqs = append.events[0].originator_version, [one.originator_version for one in append.events]
        if seqs != [*range(first, first + len(seqs))]:
            raise IntegrityError(f"After fact {first} its successors are appended, each once.")
        self.database.topics.numbers(event.topic for event in append.events)
        return append

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
        firsts, lasts = [append.events[0] for append in appends], [append.events[-1] for append in appends]
        values: dict[str, object] = {
            "matches": [first.originator_id for first in firsts],
            "firsts": [first.originator_version for first in firsts],
            "lasts": [last.originator_version for last in lasts],
            "befores": [append.before for append in appends],
            "heads": [append.head for append in appends],
            "places": [place for place, _ in placed],
            "seqs": [event.originator_version for _, event in placed],
            "topics": self.database.topics.numbers(event.topic for _, event in placed),
            "states": [event.state for _, event in placed],
        }
        kept = [(place, append.reply) for place, append in enumerate(appends, 1) if append.reply is not None]
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
        new = any(first.originator_version == 1 for first in firsts)
        statement = self._append[new, bool(kept)]
        found = defaultdict[str, list[int]](list)
        for row in connection.execute(statement, values, prepare=True).fetchall():
            found[row["match"]].append(row["notification_id"])
            self.datastore.known.saw(row["notification_id"])
        return [found.get(str(first.originator_id)) or _conflict(first) for first in firsts]

    def create_table(self) -> None:
        """Creates the tables of a new store, one process at a time; nothing is written where they are."""
        if not has_tables(self.database):
            with self.database.alone():
                create_tables(self.database, super().create_table)


def _conflict(first: StoredEvent) -> IntegrityError:
    return IntegrityError(
        f"Fact {first.originator_version} of {first.originator_id} follows nothing that is there."
    )
