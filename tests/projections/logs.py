"""Logs to read from, and matches to fill them with."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from pathlib import Path

from domain import notation, table
from domain.model import Answered, Asked, Fact, Resolved
from projections.event_log import RecordedFact, require_consecutive
from tests.newgame.domain import trumps as toy

DECK = tuple(str(points) for points in range(11, 31))
RULES = toy.make_rules(DECK)
_VOCABULARY = notation.build_vocabulary((Asked, Answered, Resolved, *table.FACTS, *toy.FACTS))


class Log:
    """A log in memory."""

    def __init__(self, *facts: tuple[str, Fact]) -> None:
        self.recorded: list[RecordedFact] = []
        self.append(facts)

    def append(self, facts: Iterable[tuple[str, Fact]]) -> None:
        for match, fact in facts:
            self.recorded.append(RecordedFact(len(self.recorded) + 1, match, fact))

    def read(self, after: int, limit: int) -> Sequence[RecordedFact]:
        return self.recorded[after : after + limit]

    def facts(self, match: str, after: int = 0, until: int | None = None) -> Sequence[Fact]:
        wanted = (fact for _, whose, fact in self.recorded if whose == match and fact is not None)
        return require_consecutive(
            (fact for fact in wanted if after < fact.seq and (until is None or fact.seq <= until)), after
        )

    def position(self) -> int:
        return len(self.recorded)


class SqliteLog:
    """A log in a file, which one process writes while another reads."""

    def __init__(self, path: Path) -> None:
        self._log = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        self._log.execute("PRAGMA journal_mode = WAL")
        self._log.execute("CREATE TABLE IF NOT EXISTS log (position INTEGER PRIMARY KEY, match, seq, fact)")
        self._log.execute("CREATE UNIQUE INDEX IF NOT EXISTS by_match ON log (match, seq)")

    def append(self, facts: Iterable[tuple[str, Fact]]) -> None:
        rows = [(match, fact.seq, notation.write_fact(fact)) for match, fact in facts]
        self._log.execute("BEGIN IMMEDIATE")
        self._log.executemany("INSERT INTO log (match, seq, fact) VALUES (?, ?, ?)", rows)
        self._log.execute("COMMIT")

    def read(self, after: int, limit: int) -> Sequence[RecordedFact]:
        found = "SELECT position, match, fact FROM log WHERE position > ? ORDER BY position LIMIT ?"
        rows = self._log.execute(found, (after, limit)).fetchall()
        return [RecordedFact(position, match, _read(fact)) for position, match, fact in rows]

    def facts(self, match: str, after: int = 0, until: int | None = None) -> Sequence[Fact]:
        found = "SELECT fact FROM log WHERE match = ? AND seq > ? AND seq <= ? ORDER BY seq"
        rows = self._log.execute(found, (match, after, until or 1 << 60)).fetchall()
        return [_read(fact) for (fact,) in rows]

    def position(self) -> int:
        return int(self._log.execute("SELECT coalesce(max(position), 0) FROM log").fetchone()[0])

    def close(self) -> None:
        self._log.close()


def _read(line: str) -> Fact:
    return notation.read_fact(line, _VOCABULARY)


def opened(at: int = 0) -> Fact:
    """Returns the first fact of a match of trumps."""
    (fact,) = table.open_match(table.MatchOpened("trumps", 1, {}, 2, "cards", "commitment", at, f"seed {at}"))
    return fact


def played(at: int, answers: int = 1000) -> Iterator[Fact]:
    """Plays a match of trumps at random, for so many answers or to its end."""
    rng = random.Random(at)
    first = opened(at)
    match = table.start_match(RULES, first)
    yield first
    for seat, player in enumerate(("Ada", "Bo")):
        facts = table.claim_seat(RULES, match, table.SeatClaimed(seat, player, player, at)).facts
        match = table.fold(RULES, facts, match)
        yield from facts
    for _ in range(answers):
        question = table.open_question(RULES, match)
        if question is None:
            return
        picks = tuple(rng.sample(question.options, rng.randint(question.least, question.most)))
        facts = table.answer_question(RULES, match, Answered(question.seat, picks, at)).facts
        match = table.fold(RULES, facts, match)
        yield from facts


def at_once(first: int, matches: int) -> list[tuple[str, Fact]]:
    """Returns the facts of so many matches played side by side; `first` numbers the first of them."""
    tables = {f"m{at:04}": played(at) for at in range(first, first + matches)}
    rounds = zip_longest(*tables.values())
    return [
        (match, fact)
        for facts in rounds
        for match, fact in zip(tables, facts, strict=True)
        if fact is not None
    ]
