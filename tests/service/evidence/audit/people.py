"""Who gets at the database of a service, on SQLite and on PostgreSQL alike: a vandal, and an auditor."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from typing import Any

import msgspec
import psycopg

from service.bootstrap import Services
from service.evidence.audit import AuditResult, audit_record
from service.evidence.log_audit import audit_tree
from service.settings import Settings
from tests.stores.aging import aging


class Vandal:
    """Somebody who knows where everything is, and has no business there."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._facts = "recount_events" if settings.store else "stored_events"

    def does(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        """Runs one statement, with `?` for each of *values*; returns what it finds.

        Facts are in `facts`; which `match` and which `topic` they are of is told by name.
        """
        statement = statement.replace("facts", self._facts)
        for kind, column in (("match", "stream"), ("topic", "topic")):
            number = rf"{column} \1 (SELECT number FROM {column}s WHERE name = \2)"
            statement = re.sub(rf"{kind} (=|<>) (\?|'[^']*')", number, statement)
        if self._settings.store:
            env = self._settings.store
            with psycopg.connect(
                host=env["POSTGRES_HOST"],
                port=env["POSTGRES_PORT"],
                user=env["POSTGRES_USER"],
                dbname=env["POSTGRES_DBNAME"],
                autocommit=True,
            ) as server:
                cursor = server.execute(statement.replace("?", "%s").encode(), values)
                return cursor.fetchall() if cursor.description else []
        file = sqlite3.connect(self._settings.data / "recount.db", isolation_level=None)
        try:
            return file.execute(statement, values).fetchall()
        finally:
            file.close()

    def ages(self, *without: str) -> None:
        """Makes the store one of an earlier release, *without* some tables."""
        for statement in (*aging(bool(self._settings.store)), *(f"DROP TABLE {table}" for table in without)):
            self.does(statement)

    # -- facts -------------------------------------------------------------------------------------------

    def fact(self, match: str, seq: int) -> tuple[str, list[Any]]:
        """Returns the topic of a fact, and its cause, rule and fields."""
        [(topic, state)] = self.does(
            "SELECT name, state FROM facts JOIN topics ON number = topic WHERE match = ? AND seq = ?",
            match,
            seq,
        )
        return topic, msgspec.msgpack.decode(state)

    def rewrites(self, match: str, seq: int, change: Callable[[list[Any]], object]) -> None:
        """Changes the cause, rule and fields of a fact in place."""
        topic, state = self.fact(match, seq)
        change(state)
        self.writes(match, seq, topic, state)

    def writes(self, match: str, seq: int, topic: str, state: list[Any]) -> None:
        """Puts other words in the place of a fact."""
        self.names(topic)
        self.does(
            "UPDATE facts SET topic = ?, state = ? WHERE match = ? AND seq = ?",
            topic,
            msgspec.msgpack.encode(state),
            match,
            seq,
        )

    def drops(self, match: str, first: int, last: int) -> None:
        """Takes facts out."""
        self.does(
            "DELETE FROM facts WHERE match = ? AND seq BETWEEN ? AND ?",
            match,
            first,
            last,
        )

    def inserts(self, match: str, seq: int, topic: str, state: list[Any]) -> None:
        """Puts a fact in."""
        self.names(topic)
        self.does(
            "INSERT INTO facts (stream, seq, topic, state) SELECT s.number, ?, t.number, ? "
            "FROM streams s, topics t WHERE s.name = ? AND t.name = ?",
            seq,
            msgspec.msgpack.encode(state),
            match,
            topic,
        )

    def names(self, topic: str) -> None:
        """Gives a topic a number, unless it has one."""
        if not self.does("SELECT 1 FROM topics WHERE name = ?", topic):
            self.does("INSERT INTO topics SELECT max(number) + 1, CAST(? AS text) FROM topics", topic)

    def swaps(self, match: str, one: int, other: int) -> None:
        """Exchanges two facts."""
        first, second = self.fact(match, one), self.fact(match, other)
        self.writes(match, one, *second)
        self.writes(match, other, *first)

    def renumbers(self, match: str, after: int, by: int) -> None:
        """Gives the facts after one other numbers."""
        number = "UPDATE facts SET seq = "
        where = " WHERE match = ? AND seq "
        self.does(f"{number}-seq - ?{where}> ?", by, match, after)
        self.does(f"{number}-seq{where}< 0", match)

    # -- heads and the tree ------------------------------------------------------------------------------

    def heads(self, match: str) -> list[tuple[int, int]]:
        """Returns the number of the last fact of each write, and which leaf its head is."""
        return [
            (seq, leaf)
            for seq, leaf in self.does(
                "SELECT h.seq, m.place FROM heads h JOIN merkle m ON m.level = 0 AND m.position = h.position "
                "WHERE h.match = ? ORDER BY h.seq",
                match,
            )
        ]


class Auditor:
    """Somebody who looks at one match, and at the log."""

    def __init__(self, services: Services, match: str) -> None:
        self._services, self._match = services, match

    def looks(self) -> AuditResult:
        """Audits the match."""
        return audit_record(self._services.store, self._services.library, self._match)

    def says(self) -> list[str]:
        """Returns what was found in the match, in words."""
        return [finding.sentence for finding in self.looks().findings]

    def says_of_the_log(self) -> list[str]:
        """Returns what was found in the log of heads."""
        return [finding.sentence for finding in audit_tree(self._services.store)]
