"""How the store writes to PostgreSQL: one statement an append, and positions visible in their order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, LiteralString

from eventsourcing.persistence import StoredEvent
from eventsourcing.postgres import PostgresApplicationRecorder, PostgresDatastore
from psycopg.sql import SQL, Identifier

from .heads import Hash, Head

CREATING_TABLES, APPENDING = 0x7265636F756E74, 0x7265636F756E75
"""The PostgreSQL advisory locks under which tables are created and facts appended ("recount" in ASCII)."""

_TABLES = (
    "CREATE TABLE IF NOT EXISTS {schema}.card_sets (digest text PRIMARY KEY, content bytea NOT NULL)",
    "CREATE TABLE IF NOT EXISTS {schema}.heads "
    "(position bigint PRIMARY KEY, match text NOT NULL, seq integer NOT NULL, head bytea NOT NULL)",
    "CREATE UNIQUE INDEX IF NOT EXISTS heads_of_matches ON {schema}.heads (match, seq)",
    "CREATE TABLE IF NOT EXISTS {schema}.merkle (level integer NOT NULL, place bigint NOT NULL, "
    "hash bytea NOT NULL, position bigint, PRIMARY KEY (level, place))",
    "CREATE UNIQUE INDEX IF NOT EXISTS merkle_leaves ON {schema}.merkle (position) WHERE level = 0",
)


class PostgresRecorder(PostgresApplicationRecorder):
    """Writes to PostgreSQL with one statement an append, under a lock that is held until it is committed.

    So positions become visible in their order, and a reader never finds a fact before one it has read. The
    library does the same with four statements and a table lock, and notifies listeners; nobody listens here.
    """

    def __init__(self, datastore: PostgresDatastore, *, events_table_name: str = "stored_events") -> None:
        super().__init__(datastore, events_table_name=events_table_name)
        self._append = SQL(
            "WITH alone AS MATERIALIZED (SELECT pg_advisory_xact_lock({lock})), appended AS ("
            "INSERT INTO {schema}.{table} (originator_id, originator_version, topic, state) "
            "SELECT match, seq, topic, state FROM alone, "
            "unnest(%s::text[], %s::bigint[], %s::text[], %s::bytea[]) AS told (match, seq, topic, state) "
            "ORDER BY seq RETURNING notification_id, originator_id, originator_version), headed AS ("
            "INSERT INTO {schema}.heads SELECT notification_id, originator_id, originator_version, "
            "%s::bytea FROM appended WHERE %s::bytea <> '' ORDER BY notification_id DESC LIMIT 1) "
            "SELECT notification_id FROM appended ORDER BY notification_id"
        ).format(lock=APPENDING, **self._names)
        # The library's table, with its columns in the order that wastes no bytes on alignment.
        self.sql_create_statements[self.create_table_statement_index] = SQL(
            "CREATE TABLE IF NOT EXISTS {schema}.{table} (notification_id bigserial, "
            "originator_version integer NOT NULL, originator_id text NOT NULL, topic text, state bytea, "
            "PRIMARY KEY (originator_id, originator_version))"
        ).format(**self._names)
        self.sql_create_statements += [SQL(table).format(**self._names) for table in _TABLES]

    @property
    def _names(self) -> dict[str, Identifier]:
        return {"schema": Identifier(self.datastore.schema), "table": Identifier(self.events_table_name)}

    def insert_events(
        self, stored_events: Sequence[StoredEvent], *, head: bytes = b"", **_: Any
    ) -> Sequence[int]:
        """Appends *stored_events* and the *head* they lead to in one transaction; returns their positions."""
        columns: list[object] = [list(column) for column in zip(*map(_row, stored_events), strict=True)]
        with self.datastore.get_connection() as connection:
            rows = connection.execute(self._append, [*columns, head, head], prepare=True)
            return [row["notification_id"] for row in rows]

    # -- the heads of matches, and the tree over them ----------------------------------------------------

    def last_head(self, match: str) -> Head | None:
        """Returns the last head of *match*, if there is one."""
        rows = self._heads("WHERE match = %s ORDER BY seq DESC LIMIT 1", match)
        return rows[0] if rows else None

    def head_from(self, match: str, seq: int) -> Head | None:
        """Returns the first head of *match* that fact *seq* has gone into."""
        rows = self._heads("WHERE match = %s AND seq >= %s ORDER BY seq LIMIT 1", match, seq)
        return rows[0] if rows else None

    def heads(self, after: int, limit: int) -> list[Head]:
        """Returns up to *limit* heads that stand after position *after*, in order."""
        return self._heads("WHERE position > %s ORDER BY position LIMIT %s", after, limit)

    def heads_of(self, match: str) -> list[Head]:
        """Returns every head of *match*, in order."""
        return self._heads("WHERE match = %s ORDER BY seq", match)

    def _heads(self, where: LiteralString, *values: object) -> list[Head]:
        rows = self._select("SELECT position, match, seq, head FROM {schema}.heads " + where, *values)
        return [Head(row["position"], row["match"], row["seq"], bytes(row["head"])) for row in rows]

    def sealed(self) -> tuple[int, int]:
        """Returns how many heads are in the tree, and the position of the last of them."""
        last = "WHERE level = 0 ORDER BY place DESC LIMIT 1"
        for row in self._select("SELECT place + 1 AS size, position FROM {schema}.merkle " + last):
            return row["size"], row["position"]
        return 0, 0

    def grow(self, nodes: Sequence[Hash]) -> None:
        """Adds *nodes* to the tree, all or none."""
        insert = SQL("INSERT INTO {schema}.merkle VALUES (%s, %s, %s, %s)").format(**self._names)
        with self.datastore.transaction(commit=True) as cursor:
            cursor.executemany(insert, nodes)

    def node(self, level: int, place: int) -> bytes:
        """Returns the hash of a complete subtree."""
        [row] = self._select("SELECT hash FROM {schema}.merkle WHERE level = %s AND place = %s", level, place)
        return bytes(row["hash"])

    def leaf_at(self, position: int) -> int | None:
        """Returns which leaf of the tree the head at *position* is, from 0."""
        rows = self._select("SELECT place FROM {schema}.merkle WHERE level = 0 AND position = %s", position)
        return rows[0]["place"] if rows else None

    def _select(self, query: LiteralString, *values: object) -> list[dict[str, Any]]:
        with self.datastore.get_connection() as connection:
            return connection.execute(SQL(query).format(**self._names), values).fetchall()

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

    def try_writing(self, stream: str) -> None:
        """Changes a row of *stream* and takes it back: what fails here would fail an append."""
        change = SQL("UPDATE {schema}.{table} SET topic = topic WHERE originator_id = %s")
        with self.datastore.transaction(commit=False) as cursor:
            cursor.execute(change.format(**self._names), (stream,))


def _row(event: StoredEvent) -> tuple[str, int, str, bytes]:
    return str(event.originator_id), event.originator_version, event.topic, event.state
