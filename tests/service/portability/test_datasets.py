"""Data sets in Parquet: columns and examples are those of the manual, and nothing hidden is in them."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import duckdb
import pyarrow.parquet as pq
import pytest
from msgspec.structs import replace

from domain.model import CHANCE, Answered
from domain.table import MatchOpened
from replays.executors import process_workers
from service.catalog.cardsets import PinnedCardSetMissing
from service.eventstore.codec import VOCABULARY
from service.eventstore.store import Store
from service.portability import datasets
from service.settings import Settings, from_environment, store_environment
from tests.replays.conftest import golden
from tests.replays.recorded import without_scribe
from tests.test_architecture import ROOT

MANUAL = (ROOT / "ops/data.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```sql\n(.*?)```", MANUAL, re.S)


def told_by(folder: Path) -> Callable[[], Settings]:
    """Tells the settings of a service whose data are in *folder*."""
    return partial(from_environment, {"RECOUNT_DATA": str(folder)})


def asked(question: str) -> list[tuple[Any, ...]]:
    """Returns the answer of DuckDB."""
    found = duckdb.sql(question)
    assert found is not None
    return found.fetchall()


OVER = ("arena-a-concession", "arena-a-takeback", "arena-chapter-4")


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Callable[[], Settings]:
    """Tells those of a store with three matches that are over.

    Another goes on, one is private, and one is a table without a scribe.
    """
    settings = told_by(tmp_path_factory.mktemp("store"))
    store = Store(VOCABULARY, store_environment(settings()))
    for number, name in enumerate(OVER):
        store.append(f"00000000000{number}", golden(name))
    first, *rest = golden("arena-a-concession")
    store.append("00000000000A", [first, *rest[:-1]])
    assert isinstance(first.event, MatchOpened)
    store.append("00000000000B", [replace(first, event=replace(first.event, private=True)), *rest])
    store.append("00000000000C", without_scribe(golden("arena-recorded")))
    store.close()
    return settings


@pytest.fixture(scope="module")
def data(settings: Callable[[], Settings], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of its data set, as everybody may have it."""
    folder = tmp_path_factory.mktemp("exported") / "data"
    told = datasets.export_dataset(settings, folder, "spectator", process_workers(2))
    assert told.facts == sum(len(golden(name)) for name in OVER)
    return folder


def test_the_columns_are_those_of_the_manual(data: Path) -> None:
    rows = re.findall(r"^\| (matches|answers|facts) \| (\w+) \| ([^|]+) \|", MANUAL, re.M)
    found = [
        (table, field.name, str(field.type))
        for table in datasets.TABLES
        for field in pq.read_schema(data / f"{table}.parquet")
    ]
    assert found == [(table, column, kind.strip()) for table, column, kind in rows]


def test_every_example_of_the_manual_has_an_answer(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(data.parent)
    answers = [asked(example) for example in EXAMPLES]
    assert len(answers) == 4
    assert all(answers)
    assert {row[:3] for row in answers[0]} == {("arena", 0, 3), ("arena", 1, 3)}


def test_matches_that_are_over_are_told_with_their_results(data: Path) -> None:
    rows = pq.read_table(data / "matches.parquet").to_pylist()
    assert [row["match"] for row in rows] == ["000000000000", "000000000001", "000000000002"]
    for row, name in zip(rows, OVER, strict=True):
        given = [one.event for one in golden(name) if isinstance(one.event, Answered)]
        assert row["answers"] == sum(answer.seat != CHANCE for answer in given)
        assert len(row["players"]) == 2
        assert row["opened"] <= row["ended"]
    left = asked(f"SELECT DISTINCT match FROM '{data}/facts.parquet' WHERE abandoned")
    assert left == [("000000000001",)]


def test_hidden_cards_are_for_the_judge_and_seeds_and_tokens_for_nobody(
    settings: Callable[[], Settings], data: Path, tmp_path: Path
) -> None:
    datasets.export_dataset(settings, tmp_path, "judge", process_workers(1))
    drawn = "SELECT count(*) FROM '{}/facts.parquet' WHERE type = 'arena.CardDrawn' AND data->>'card' = ''"
    assert asked(drawn.format(data)) != [(0,)]
    assert asked(drawn.format(tmp_path)) == [(0,)]
    secret = "SELECT count(*) FROM '{}/facts.parquet' WHERE data->>'token' <> '' OR data->>'claims' <> '[]'"
    assert asked(secret.format(tmp_path)) == [(0,)]


def test_an_export_that_fails_leaves_nothing_half_written(tmp_path: Path) -> None:
    settings = told_by(tmp_path)
    store = Store(VOCABULARY, store_environment(settings()))
    first, *rest = golden("arena-a-concession")
    assert isinstance(first.event, MatchOpened)
    store.append("000000000000", [replace(first, event=replace(first.event, cards="lost")), *rest])
    store.close()
    with pytest.raises(PinnedCardSetMissing):
        datasets.export_dataset(settings, tmp_path / "data", "spectator", process_workers(1))
    assert [*(tmp_path / "data").iterdir()] == []
