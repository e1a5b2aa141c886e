"""Data sets: the matches of a store that are over, for analysis, as three tables in files of Parquet.

A file is complete or not there: it has its name once all of them are written. `ops/data.md` documents the
columns, and tests hold it to `TABLES`.
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
from domain.timestamps import recorded_at
from projections.match_views import RulesOf
from replays.executors import Workers, map_in_order, with_shared_state

from ..catalog.cardsets import CardSetRegistry
from ..eventstore.codec import VOCABULARY
from ..eventstore.store import Store
from ..settings import Settings, store_environment

AT_ONCE = 100_000
"""How many rows of a table are held before they are written: a row group, at least."""
CHUNK = 50
"""How many matches a process reads before it hands on what it has made of them."""
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
    return Viewer(who, everything, may_read_cases=False)


class _Reader(NamedTuple):
    """What a process reads matches with."""

    store: Store
    rules_of: RulesOf
    eyes: Viewer


Columns: TypeAlias = Mapping[str, Sequence[Sequence[Any]]]
"""The columns of each table: lists of what the collector of garbage does not look at, as it would at rows."""


def export(settings: Callable[[], Settings], folder: Path, who: str, workers: Workers) -> Exported:
    """Writes the matches that are over into *folder*, as *who* may see them, as *workers* have read them.

    They are those of the store that each finds by *settings*. Private matches and forks are left out.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with closing(Store(VOCABULARY, store_environment(settings()))) as store:
        matches = iter([*_for_everybody(store)])
    chunks = iter(lambda: tuple(islice(matches, CHUNK)), ())
    parts = {name: folder / f"{name}.parquet.part" for name in TABLES}
    with ExitStack() as files:
        for part in parts.values():
            files.callback(part.unlink, missing_ok=True)
        tables = {name: files.enter_context(_File(parts[name], name)) for name in TABLES}
        for made in map_in_order(with_shared_state(_read, _reader, settings, who), chunks, workers):
            for name, rows in made.items():
                tables[name].add(rows)
        for file in tables.values():
            file.close()
        for part in parts.values():
            part.rename(part.with_suffix(""))
    return Exported(*(file.rows for file in tables.values()))


def _reader(settings: Callable[[], Settings], who: str) -> _Reader:
    chosen = settings()
    store = Store(VOCABULARY, store_environment(chosen))
    return _Reader(store, CardSetRegistry(chosen.cards).with_archive(store).load_rules, viewer(who))


def _for_everybody(store: Store) -> Iterator[str]:
    """Yields the matches that are neither private nor forks, the oldest first."""
    after, topic = 0, event_tag(MatchOpened)
    while page := store.log_rows(after, PAGE, topics=(topic,)):
        for row in page:
            event = store.decode_row(row).event
            assert isinstance(event, MatchOpened)
            if not event.private and not event.origin:
                yield str(row.originator_id)
        after = page[-1].id


def _read(reader: _Reader, matches: Sequence[str]) -> dict[str, Any]:
    """Returns the tables of those of *matches* that are over."""
    made: dict[str, list[list[Any]]] = {name: [[] for _ in columns] for name, columns in TABLES.items()}
    for match in matches:
        facts = reader.store.facts(match)
        ends = [fact for fact in facts if isinstance(fact.event, MatchEnded | Rewound)]
        if not ends or not isinstance(ends[-1].event, MatchEnded):
            continue
        event = facts[0].event
        assert isinstance(event, MatchOpened)
        rules = reader.rules_of(event)
        shown = [table.redact_fact(rules, fact, reader.eyes) for fact in facts]
        for name, columns in _columns(match, shown).items():
            for column, more in zip(made[name], columns, strict=True):
                column += more
    return {name: _table(name, columns) for name, columns in made.items()}


def _table(name: str, columns: Sequence[Sequence[Any]]) -> Any:
    schema = _schema(name)
    arrays = [pa.array(values, field.type) for field, values in zip(schema, columns, strict=True)]
    return pa.Table.from_arrays(arrays, schema=schema)


def _schema(name: str) -> Any:
    return pa.schema(list(TABLES[name].items()))


def _columns(match: str, facts: Sequence[Fact]) -> Columns:
    left = {
        seq for one in facts if isinstance(one.event, Rewound) for seq in range(one.event.to + 1, one.seq)
    }
    given = [(fact.seq, fact.event) for fact in facts if isinstance(fact.event, Answered)]
    return {
        "matches": [[value] for value in _match(match, facts, sum(one.seat != CHANCE for _, one in given))],
        "answers": [
            [match] * len(given),
            [seq for seq, _ in given],
            [seq in left for seq, _ in given],
            [one.seat for _, one in given],
            [one.picks for _, one in given],
            [one.at or None for _, one in given],
        ],
        "facts": [
            [match] * len(facts),
            [fact.seq for fact in facts],
            [fact.seq in left for fact in facts],
            [fact.cause for fact in facts],
            [fact.rule for fact in facts],
            [_NAMES[type(fact.event)] for fact in facts],
            [_encode(fact.event) for fact in facts],
        ],
    }


def _match(match: str, facts: Sequence[Fact], answers: int) -> Sequence[Any]:
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
    ended = next((at for fact in reversed(facts[: end.seq]) if (at := recorded_at(fact.event))), opened.at)
    assert isinstance(end.event, MatchEnded)
    imported = [fact.event for fact in facts if isinstance(fact.event, MatchImported)]
    study = bool(opened.position) or any(not match_imported.key for match_imported in imported)
    return (
        *(match, opened.game, opened.version, opened.cards, _encode(opened.options), opened.event),
        *(opened.at, ended, players, bots, end.event.winners, end.event.scores, end.rule),
        *(study, bool(imported), answers, len(facts)),
    )


class _File:
    """A file that tables are added to; they are written together, a row group at a time."""

    def __init__(self, path: Path, name: str) -> None:
        self._file = pq.ParquetWriter(path, _schema(name), compression="zstd")
        self._waiting: list[Any] = []
        self.rows = 0

    def add(self, rows: Any) -> None:
        """Adds the rows of a table."""
        self._waiting.append(rows)
        self.rows += rows.num_rows
        if sum(one.num_rows for one in self._waiting) >= AT_ONCE:
            self._flush()

    def _flush(self) -> None:
        if self._waiting:
            self._file.write_table(pa.concat_tables(self._waiting))
            self._waiting.clear()

    def close(self) -> None:
        """Writes what is left."""
        self._flush()
        self._file.close()

    def __enter__(self) -> _File:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()
