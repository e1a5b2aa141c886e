"""Data sets: the matches of a store that are over, for analysis, as three tables in files of Parquet.

A file is complete or not there: it has its name once all of them are written. `ops/data.md` documents the
columns, and tests hold it to `TABLES`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq

from domain import table
from domain.notation import name_of
from domain.table import Import, MatchEnded, MatchOpened, Rewound, SeatClaimed, imported_by
from domain.table.facts import MatchImported
from domain.times import told_at
from domain.words import CHANCE, Answered, Fact, Viewer
from projections.boards import RulesOf

from ..eventstore.store import Store
from ..eventstore.vocabulary import VOCABULARY

AT_ONCE = 100_000
"""How many rows of a table are held before they are written: a row group."""
PAGE = 5_000
"""How many openings of matches are read at a time."""

TIME, WORDS = pa.timestamp("ms", tz="UTC"), pa.list_(pa.string())
NUMBERS = pa.list_(pa.int64())

TABLES: Mapping[str, Mapping[str, Any]] = {
    "matches": {
        "match": pa.string(),
        "game": pa.string(),
        "version": pa.int64(),
        "cards": pa.string(),
        "options": pa.string(),
        "event": pa.string(),
        "opened": TIME,
        "ended": TIME,
        "players": WORDS,
        "bots": WORDS,
        "winners": NUMBERS,
        "scores": NUMBERS,
        "rule": pa.string(),
        "study": pa.bool_(),
        "imported": pa.bool_(),
        "answers": pa.int64(),
        "facts": pa.int64(),
    },
    "answers": {
        "match": pa.string(),
        "seq": pa.int64(),
        "abandoned": pa.bool_(),
        "seat": pa.int64(),
        "picks": WORDS,
        "answered": TIME,
    },
    "facts": {
        "match": pa.string(),
        "seq": pa.int64(),
        "abandoned": pa.bool_(),
        "cause": pa.int64(),
        "rule": pa.string(),
        "type": pa.string(),
        "data": pa.string(),
    },
}
"""The columns of each table and their types."""

_encode = msgspec.json.Encoder().encode
_NAMES = {kind: name for name, kind in VOCABULARY.items()}


class Exported(NamedTuple):
    """How many rows each table has."""

    matches: int
    answers: int
    facts: int


def viewer(who: str) -> Viewer:
    """Returns whose eyes a data set is seen with: a `spectator`, or the `judge`, who sees hidden cards.

    Neither reads what the parties to a case have said.
    """
    everything = frozenset((CHANCE, *range(16))) if who == "judge" else frozenset[int]()
    return Viewer(who, everything, hears_cases=False)


def export(store: Store, rules_of: RulesOf, folder: Path, who: str) -> Exported:
    """Writes the matches of *store* that are over into *folder*, as *who* may see them.

    Private matches and forks are left out.
    """
    folder.mkdir(parents=True, exist_ok=True)
    eyes = viewer(who)
    parts = {name: folder / f"{name}.parquet.part" for name in TABLES}
    with ExitStack() as files:
        for part in parts.values():
            files.callback(part.unlink, missing_ok=True)
        tables = {name: files.enter_context(_Table(parts[name], columns)) for name, columns in TABLES.items()}
        for match, facts in _over(store):
            opened = facts[0].event
            assert isinstance(opened, MatchOpened)
            rules = rules_of(opened)
            _write(tables, match, [table.shown(rules, fact, eyes) for fact in facts])
        for one in tables.values():
            one.close()
        for part in parts.values():
            part.rename(part.with_suffix(""))
    return Exported(*(one.rows for one in tables.values()))


def _over(store: Store) -> Iterator[tuple[str, Sequence[Fact]]]:
    """Yields the matches that are over and for everybody, the oldest first, with all of their facts."""
    after, topic = 0, name_of(MatchOpened)
    while page := store.rows(after, PAGE, topics=(topic,)):
        for row in page:
            opened = store.fact(row).event
            assert isinstance(opened, MatchOpened)
            if opened.private or opened.origin:
                continue
            facts = store.facts(str(row.originator_id))
            ends = [fact for fact in facts if isinstance(fact.event, MatchEnded | Rewound)]
            if ends and isinstance(ends[-1].event, MatchEnded):
                yield str(row.originator_id), facts
        after = page[-1].id


def _write(tables: Mapping[str, _Table], match: str, facts: Sequence[Fact]) -> None:
    left = {
        seq for one in facts if isinstance(one.event, Rewound) for seq in range(one.event.to + 1, one.seq)
    }
    players = list[str | None]()
    ended, imported, answers, at = facts[-1], None, 0, 0
    for fact in facts:
        seq, event, gone = fact.seq, fact.event, fact.seq in left
        at = told_at(event) or at
        if isinstance(event, Answered):
            tables["answers"].add(match, seq, gone, event.seat, event.picks, event.at or None)
            answers += event.seat != CHANCE
        elif isinstance(event, MatchOpened):
            opened, players = event, [None] * event.seats
        elif isinstance(event, SeatClaimed):
            players[event.seat] = event.player
        elif isinstance(event, MatchImported):
            imported = imported_by(fact)
        elif isinstance(event, MatchEnded):
            ended, result, over = fact, event, at
        tables["facts"].add(match, seq, gone, fact.cause, fact.rule, _NAMES[type(event)], _encode(event))
    tables["matches"].add(
        *(match, opened.game, opened.version, opened.cards, _encode(opened.options), opened.event),
        *(opened.at, over, players, opened.bots, result.winners, result.scores, ended.rule),
        *(bool(opened.position) or _unsigned(imported), imported is not None, answers, len(facts)),
    )


def _unsigned(imported: Import | None) -> bool:
    return imported is not None and not imported.key


class _Table:
    """A file that rows are added to, and are written to as a row group at a time."""

    def __init__(self, path: Path, columns: Mapping[str, Any]) -> None:
        self._schema = pa.schema(list(columns.items()))
        self._file = pq.ParquetWriter(path, self._schema, compression="zstd")
        self._waiting: list[tuple[Any, ...]] = []
        self.rows = 0

    def add(self, *row: Any) -> None:
        """Adds a row."""
        self._waiting.append(row)
        self.rows += 1
        if len(self._waiting) == AT_ONCE:
            self._flush()

    def _flush(self) -> None:
        if self._waiting:
            columns = zip(self._schema, zip(*self._waiting, strict=True), strict=True)
            arrays = [pa.array(values, field.type) for field, values in columns]
            self._file.write_table(pa.Table.from_arrays(arrays, schema=self._schema))
            self._waiting.clear()

    def close(self) -> None:
        """Writes what is left."""
        self._flush()
        self._file.close()

    def __enter__(self) -> _Table:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()
