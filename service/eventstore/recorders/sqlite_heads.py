"""Heads and the tree over them, in SQLite."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Lock
from typing import Any

from eventsourcing.sqlite import SQLiteDatastore

from .heads import Entered, Hash, Head, Leaf

HEAD_TABLES = (
    "CREATE TABLE IF NOT EXISTS heads "
    "(position INTEGER PRIMARY KEY, match TEXT NOT NULL, seq INTEGER NOT NULL, head BLOB NOT NULL)",
    "CREATE UNIQUE INDEX IF NOT EXISTS heads_of_matches ON heads (match, seq)",
    "CREATE TABLE IF NOT EXISTS merkle (level INTEGER NOT NULL, place INTEGER NOT NULL, "
    "hash BLOB NOT NULL, position INTEGER, PRIMARY KEY (level, place)) WITHOUT ROWID",
    "CREATE UNIQUE INDEX IF NOT EXISTS merkle_leaves ON merkle (position) WHERE level = 0",
)


class SQLiteHeads:
    """The part of a recorder that fulfils `HeadRecorder`."""

    datastore: SQLiteDatastore
    events_table_name: str
    _writing: Lock

    def last_head(self, match: str) -> Head | None:
        """Returns the last head of *match*, if there is one."""
        return self._head("WHERE match = ? ORDER BY seq DESC LIMIT 1", match)

    def head_from(self, match: str, seq: int) -> Head | None:
        """Returns the first head of *match* that fact *seq* has gone into."""
        return self._head("WHERE match = ? AND seq >= ? ORDER BY seq LIMIT 1", match, seq)

    def _head(self, where: str, *values: object) -> Head | None:
        rows = self._rows(f"SELECT position, match, seq, head FROM heads {where}", *values)
        return Head(*rows[0]) if rows else None

    def heads(self, after: int, limit: int) -> list[Head]:
        """Returns up to *limit* heads that stand after position *after*, in order."""
        found = "SELECT position, match, seq, head FROM heads WHERE position > ? ORDER BY position LIMIT ?"
        return [Head(*row) for row in self._rows(found, after, limit)]

    def adopt(self, heads: Sequence[Head]) -> None:
        """Adds *heads* of facts that were there before heads were kept; those that are known stay."""
        with self._writing, self.datastore.transaction(commit=True) as cursor:
            cursor.executemany("INSERT OR IGNORE INTO heads VALUES (?, ?, ?, ?)", heads)

    def sealed(self) -> tuple[int, int]:
        """Returns how many heads are in the tree, and the position of the last of them."""
        last = "SELECT place + 1, position FROM merkle WHERE level = 0 ORDER BY place DESC LIMIT 1"
        for size, position in self._rows(last):
            return size, position
        return 0, 0

    def grow(self, nodes: Sequence[Hash]) -> None:
        """Adds *nodes* to the tree, all or none."""
        with self._writing, self.datastore.transaction(commit=True) as cursor:
            cursor.executemany("INSERT INTO merkle VALUES (?, ?, ?, ?)", nodes)

    def node(self, level: int, place: int) -> bytes | None:
        """Returns the hash of a complete subtree, if there is one."""
        rows = self._rows("SELECT hash FROM merkle WHERE level = ? AND place = ?", level, place)
        return bytes(rows[0][0]) if rows else None

    def leaf_at(self, position: int) -> int | None:
        """Returns which leaf of the tree the head at *position* is, from 0."""
        rows = self._rows("SELECT place FROM merkle WHERE level = 0 AND position = ?", position)
        return int(rows[0][0]) if rows else None

    # -- for the audit -----------------------------------------------------------------------------------

    def matches(self) -> list[str]:
        """Returns every stream that has a fact or a head."""
        found = f"SELECT originator_id FROM {self.events_table_name} UNION SELECT match FROM heads ORDER BY 1"
        return [str(row[0]) for row in self._rows(found)]

    def entered(self, match: str) -> list[Entered]:
        """Returns every head of *match*, in order, with its leaf."""
        found = (
            "SELECT h.position, h.match, h.seq, h.head, m.place, m.hash FROM heads h "
            "LEFT JOIN merkle m ON m.level = 0 AND m.position = h.position WHERE h.match = ? ORDER BY h.seq"
        )
        return [Entered(Head(*row[:4]), *row[4:]) for row in self._rows(found, match)]

    def positions(self, match: str) -> dict[int, int]:
        """Returns where each fact of *match* stands in the log, by its number."""
        found = f"SELECT originator_version, rowid FROM {self.events_table_name} WHERE originator_id = ?"
        return dict(self._rows(found, match))

    def headless(self, match: str) -> list[int]:
        """Returns the facts of *match* at which the tree has a leaf, and nobody has a head any more."""
        found = (
            f"SELECT e.originator_version FROM {self.events_table_name} e "
            "JOIN merkle m ON m.level = 0 AND m.position = e.rowid "
            "LEFT JOIN heads h ON h.position = e.rowid "
            "WHERE e.originator_id = ? AND h.position IS NULL ORDER BY 1"
        )
        return [int(row[0]) for row in self._rows(found, match)]

    def leaves(self, first: int, limit: int) -> list[Leaf]:
        """Returns up to *limit* leaves from place *first* on, in order."""
        found = (
            "SELECT m.place, m.hash, m.position, h.position, h.match, h.seq, h.head FROM merkle m "
            "LEFT JOIN heads h ON h.position = m.position "
            "WHERE m.level = 0 AND m.place >= ? ORDER BY m.place LIMIT ?"
        )
        rows = self._rows(found, first, limit)
        return [
            Leaf(place, hash, at, None if head[0] is None else Head(*head)) for place, hash, at, *head in rows
        ]

    def strays(self, size: int) -> list[tuple[int, int]]:
        """Returns the level and place of all that is no complete subtree of a tree with *size* leaves."""
        found = "SELECT level, place FROM merkle WHERE (place + 1) << level > ? ORDER BY level, place"
        return [(level, place) for level, place in self._rows(found, size)]

    def _rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        with self.datastore.transaction(commit=False) as cursor:
            cursor.execute(query, values)
            return [tuple(row) for row in cursor.fetchall()]
