"""Heads and the tree over them, in PostgreSQL."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, LiteralString

from eventsourcing.postgres import PostgresDatastore
from psycopg.sql import SQL, Identifier

from .heads import Entered, Hash, Head, Leaf

HEAD_TABLES = (
    "CREATE TABLE IF NOT EXISTS {schema}.heads "
    "(position bigint PRIMARY KEY, match text NOT NULL, seq integer NOT NULL, head bytea NOT NULL)",
    "CREATE UNIQUE INDEX IF NOT EXISTS heads_of_matches ON {schema}.heads (match, seq)",
    "CREATE TABLE IF NOT EXISTS {schema}.merkle (level integer NOT NULL, place bigint NOT NULL, "
    "hash bytea NOT NULL, position bigint, PRIMARY KEY (level, place))",
    "CREATE UNIQUE INDEX IF NOT EXISTS merkle_leaves ON {schema}.merkle (position) WHERE level = 0",
)


class PostgresHeads:
    """The part of a recorder that fulfils `HeadRecorder`."""

    datastore: PostgresDatastore
    events_table_name: str

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

    def _heads(self, where: LiteralString, *values: object) -> list[Head]:
        rows = self._select("SELECT position, match, seq, head FROM {schema}.heads " + where, *values)
        return [Head(**row) for row in rows]

    def adopt(self, heads: Sequence[Head]) -> None:
        """Adds *heads* of facts that were there before heads were kept; those that are known stay."""
        insert = SQL("INSERT INTO {schema}.heads VALUES (%s, %s, %s, %s) ON CONFLICT DO NOTHING")
        with self.datastore.transaction(commit=True) as cursor:
            cursor.executemany(insert.format(**self._names), heads)

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

    def node(self, level: int, place: int) -> bytes | None:
        """Returns the hash of a complete subtree, if there is one."""
        rows = self._select("SELECT hash FROM {schema}.merkle WHERE level = %s AND place = %s", level, place)
        return rows[0]["hash"] if rows else None

    def leaf_at(self, position: int) -> int | None:
        """Returns which leaf of the tree the head at *position* is, from 0."""
        rows = self._select("SELECT place FROM {schema}.merkle WHERE level = 0 AND position = %s", position)
        return rows[0]["place"] if rows else None

    # -- for the audit -----------------------------------------------------------------------------------

    def matches(self) -> list[str]:
        """Returns every stream that has a fact or a head."""
        rows = self._select(
            "SELECT originator_id AS match FROM {schema}.{table} UNION SELECT match FROM {schema}.heads "
            "ORDER BY match"
        )
        return [row["match"] for row in rows]

    def entered(self, match: str) -> list[Entered]:
        """Returns every head of *match*, in order, with its leaf."""
        rows = self._select(
            "SELECT h.position, h.match, h.seq, h.head, m.place, m.hash FROM {schema}.heads h "
            "LEFT JOIN {schema}.merkle m ON m.level = 0 AND m.position = h.position "
            "WHERE h.match = %s ORDER BY h.seq",
            match,
        )
        return [Entered(_head(row), row["place"], row["hash"]) for row in rows]

    def positions(self, match: str) -> dict[int, int]:
        """Returns where each fact of *match* stands in the log, by its number."""
        rows = self._select(
            "SELECT originator_version, notification_id FROM {schema}.{table} WHERE originator_id = %s", match
        )
        return {row["originator_version"]: row["notification_id"] for row in rows}

    def headless(self, match: str) -> list[int]:
        """Returns the facts of *match* at which the tree has a leaf, and nobody has a head any more."""
        rows = self._select(
            "SELECT e.originator_version AS seq FROM {schema}.{table} e "
            "JOIN {schema}.merkle m ON m.level = 0 AND m.position = e.notification_id "
            "LEFT JOIN {schema}.heads h ON h.position = e.notification_id "
            "WHERE e.originator_id = %s AND h.position IS NULL ORDER BY seq",
            match,
        )
        return [row["seq"] for row in rows]

    def leaves(self, first: int, limit: int) -> list[Leaf]:
        """Returns up to *limit* leaves from place *first* on, in order."""
        rows = self._select(
            "SELECT m.place, m.hash, m.position AS at, h.position, h.match, h.seq, h.head "
            "FROM {schema}.merkle m LEFT JOIN {schema}.heads h ON h.position = m.position "
            "WHERE m.level = 0 AND m.place >= %s ORDER BY m.place LIMIT %s",
            first,
            limit,
        )
        return [
            Leaf(row["place"], row["hash"], row["at"], None if row["position"] is None else _head(row))
            for row in rows
        ]

    def strays(self, size: int) -> list[tuple[int, int]]:
        """Returns the level and place of all that is no complete subtree of a tree with *size* leaves."""
        beyond = "WHERE (place + 1) << level > %s ORDER BY level, place"
        rows = self._select("SELECT level, place FROM {schema}.merkle " + beyond, size)
        return [(row["level"], row["place"]) for row in rows]

    @property
    def _names(self) -> dict[str, Identifier]:
        return {"schema": Identifier(self.datastore.schema), "table": Identifier(self.events_table_name)}

    def _select(self, query: LiteralString, *values: object) -> list[dict[str, Any]]:
        with self.datastore.get_connection() as connection:
            return connection.execute(SQL(query).format(**self._names), values).fetchall()


def _head(row: dict[str, Any]) -> Head:
    return Head(row["position"], row["match"], row["seq"], row["head"])
