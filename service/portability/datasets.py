"""Data sets of finished matches for analysis, as three tables in Parquet files.

A file gets its name after all files are complete. `ops/data.md` documents the columns, and tests compare it
with `TABLES`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq

from domain import table
from domain.model import CHANCE, Answered, Fact, Viewer
from domain.notation import event_tag
from domain.table import MatchEnded, MatchOpened, Rewound, SeatClaimed, SeatHandedOver
from domain.table.facts import MatchImported
from domain.table.recordings.public_access import find_first_scribe, stays_closed
from domain.timestamps import recorded_at
from projections.match_views import RulesOf
from replays.executors import Workers, map_in_order, with_shared_state

from ..catalog.cardsets import CardSetRegistry
from ..eventstore.codec import VOCABULARY
from ..eventstore.store import Store
from ..settings import Settings, store_environment

MIN_ROW_GROUP_ROWS = 100_000
"""Rows of a table before a write, the minimum of a row group."""
CHUNK_MATCHES = 50
"""Matches that a worker reads at a time."""
PAGE_OPENINGS = 5_000
"""Openings of matches in one read."""

TIME, TEXTS = pa.timestamp("ms", tz="UTC"), pa.list_(pa.string())
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
        "players": TEXTS,
        "bots": TEXTS,
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
        "picks": TEXTS,
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
"""Columns of each table with their types."""

_encode = msgspec.json.Encoder().encode
_NAMES = {kind: name for name, kind in VOCABULARY.items()}


class DatasetSize(NamedTuple):
    """Number of rows of each table."""

    matches: int
    answers: int
    facts: int


def dataset_viewer(viewer_name: str) -> Viewer:
    """Returns the viewer of a data set, a `spectator` or the `judge` with hidden cards.

    Neither reads the statements of parties to a case.
    """
    everything = frozenset((CHANCE, *range(16))) if viewer_name == "judge" else frozenset[int]()
    return Viewer(viewer_name, everything, may_read_cases=False)


class _MatchReader(NamedTuple):
    """Store, rules and viewer of a worker."""

    store: Store
    rules_of: RulesOf
    viewer: Viewer


Columns: TypeAlias = Mapping[str, Sequence[Sequence[Any]]]
"""Columns of each table. Lists of plain values spare the garbage collector the work that rows cause."""


def export_dataset(
    settings: Callable[[], Settings], folder: Path, viewer_name: str, workers: Workers
) -> DatasetSize:
    """Writes the finished matches into *folder* as the viewer may see them.

    Each of *workers* opens the store of *settings*. Private matches and forks are left out.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with closing(Store(VOCABULARY, store_environment(settings()))) as store:
        matches = iter([*_public_matches(store)])
    chunks = iter(lambda: tuple(islice(matches, CHUNK_MATCHES)), ())
    parts = {name: folder / f"{name}.parquet.part" for name in TABLES}
    with ExitStack() as files:
        for part in parts.values():
            files.callback(part.unlink, missing_ok=True)
        tables = {name: files.enter_context(_TableFile(parts[name], name)) for name in TABLES}
        for tables_read in map_in_order(
            with_shared_state(_read_tables, _open_reader, settings, viewer_name), chunks, workers
        ):
            for name, rows in tables_read.items():
                tables[name].add_rows(rows)
        for file in tables.values():
            file.close()
        for part in parts.values():
            part.rename(part.with_suffix(""))
    return DatasetSize(*(file.rows for file in tables.values()))


def _open_reader(load_settings: Callable[[], Settings], viewer_name: str) -> _MatchReader:
    settings = load_settings()
    store = Store(VOCABULARY, store_environment(settings))
    return _MatchReader(
        store, CardSetRegistry(settings.cards).with_archive(store).load_rules, dataset_viewer(viewer_name)
    )


def _public_matches(store: Store) -> Iterator[str]:
    """Yields the matches that are neither private nor forks, oldest first."""
    after, topic = 0, event_tag(MatchOpened)
    while page := store.log_rows(after, PAGE_OPENINGS, topics=(topic,)):
        for row in page:
            event = store.decode_row(row).event
            assert isinstance(event, MatchOpened)
            if not stays_closed(event):
                yield str(row.originator_id)
        after = page[-1].id


def _read_tables(reader: _MatchReader, matches: Sequence[str]) -> dict[str, Any]:
    """Returns the tables of the finished ones of *matches*, without real tables that had no scribe."""
    columns_by_table: dict[str, list[list[Any]]] = {
        name: [[] for _ in columns] for name, columns in TABLES.items()
    }
    for match in matches:
        facts = reader.store.facts(match)
        ends = [fact for fact in facts if isinstance(fact.event, MatchEnded | Rewound)]
        if not ends or not isinstance(ends[-1].event, MatchEnded):
            continue
        event = facts[0].event
        assert isinstance(event, MatchOpened)
        if event.source == "table" and not find_first_scribe(facts):
            continue
        rules = reader.rules_of(event)
        redacted = [table.redact_fact(rules, fact, reader.viewer) for fact in facts]
        for name, columns in _columns(match, redacted).items():
            for column, values in zip(columns_by_table[name], columns, strict=True):
                column += values
    return {name: _make_table(name, columns) for name, columns in columns_by_table.items()}


def _make_table(name: str, columns: Sequence[Sequence[Any]]) -> Any:
    schema = _table_schema(name)
    arrays = [pa.array(values, field.type) for field, values in zip(schema, columns, strict=True)]
    return pa.Table.from_arrays(arrays, schema=schema)


def _table_schema(name: str) -> Any:
    return pa.schema(list(TABLES[name].items()))


def _columns(match: str, facts: Sequence[Fact]) -> Columns:
    abandoned = {
        seq for fact in facts if isinstance(fact.event, Rewound) for seq in range(fact.event.to + 1, fact.seq)
    }
    answers = [(fact.seq, fact.event) for fact in facts if isinstance(fact.event, Answered)]
    return {
        "matches": [
            [value] for value in _match_row(match, facts, sum(fact.seat != CHANCE for _, fact in answers))
        ],
        "answers": [
            [match] * len(answers),
            [seq for seq, _ in answers],
            [seq in abandoned for seq, _ in answers],
            [fact.seat for _, fact in answers],
            [fact.picks for _, fact in answers],
            [fact.at or None for _, fact in answers],
        ],
        "facts": [
            [match] * len(facts),
            [fact.seq for fact in facts],
            [fact.seq in abandoned for fact in facts],
            [fact.cause for fact in facts],
            [fact.rule for fact in facts],
            [_NAMES[type(fact.event)] for fact in facts],
            [_encode(fact.event) for fact in facts],
        ],
    }


def _match_row(match: str, facts: Sequence[Fact], answers: int) -> Sequence[Any]:
    opened = facts[0].event
    assert isinstance(opened, MatchOpened)
    players: list[str | None] = [None] * opened.seats
    bots = [*opened.bots]
    for event in (fact.event for fact in facts):
        if isinstance(event, SeatClaimed):
            players[event.seat] = event.player
        elif isinstance(event, SeatHandedOver):
            bots = [*bots, *[""] * (opened.seats - len(bots))]
            bots[event.seat] = event.bot
    end = next(fact for fact in reversed(facts) if isinstance(fact.event, MatchEnded))
    ended_at = next((at for fact in reversed(facts[: end.seq]) if (at := recorded_at(fact.event))), opened.at)
    assert isinstance(end.event, MatchEnded)
    imported = [fact.event for fact in facts if isinstance(fact.event, MatchImported)]
    study = bool(opened.position) or any(not match_imported.key for match_imported in imported)
    return (
        *(match, opened.game, opened.version, opened.cards, _encode(opened.options), opened.event),
        *(opened.at, ended_at, players, bots, end.event.winners, end.event.scores, end.rule),
        *(study, bool(imported), answers, len(facts)),
    )


class _TableFile:
    """Parquet file that collects tables and writes them in row groups."""

    def __init__(self, path: Path, name: str) -> None:
        self._file = pq.ParquetWriter(path, _table_schema(name), compression="zstd")
        self._waiting: list[Any] = []
        self.rows = 0

    def add_rows(self, rows: Any) -> None:
        """Adds the rows of a table."""
        self._waiting.append(rows)
        self.rows += rows.num_rows
        if sum(table.num_rows for table in self._waiting) >= MIN_ROW_GROUP_ROWS:
            self._write_group()

    def _write_group(self) -> None:
        if self._waiting:
            self._file.write_table(pa.concat_tables(self._waiting))
            self._waiting.clear()

    def close(self) -> None:
        """Writes the remaining rows."""
        self._write_group()
        self._file.close()

    def __enter__(self) -> _TableFile:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()
