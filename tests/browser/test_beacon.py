"""The page of a match whose deal waits for a public beacon."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from replays.proof.standalone import check
from tests.beacon_server import BeaconServer, serving_beacon

from .judging import recount
from .serving import REAL, Served, serving
from .table import opened, ready
from .test_nonces import events, joins, resigns


@pytest.fixture
def beacon() -> Iterator[BeaconServer]:
    with serving_beacon(period_ms=1_000) as server:
        yield server


@pytest.fixture
def served(beacon: BeaconServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    """A service with the beacon."""
    file = tmp_path / "beacon.json"
    file.write_text(json.dumps(beacon.info))
    monkeypatch.setenv("RECOUNT_BEACON", str(file))
    with serving(tmp_path, REAL) as service:
        yield service


def test_the_page_says_for_which_round_it_waits_and_the_record_holds_it(
    person: Callable[..., Page], served: Served, beacon: BeaconServer
) -> None:
    beacon.is_early = True
    table = opened(served, "arena", {"chapter": 1})
    ada, grace = person(), person()
    joins(ada, table, 0, "Ada")
    joins(grace, table, 1, "Grace")
    waiting = re.compile(r"Waiting for round \d+ of the public beacon, for the shuffle\.")
    for page in (ada, grace):
        expect(page.locator("#question")).to_contain_text(waiting)
    ada.goto(f"{ada.url.partition('?')[0]}?lang=fr")
    ready(ada)
    expect(ada.locator("#question")).to_contain_text("de la balise publique, pour le mélange.")
    beacon.is_early = False
    expect(grace.locator("#question h2")).to_be_visible()
    [drawn] = events(table, "BeaconDrawn")
    resigns(grace)
    record = recount(served, "export", table.match, "--as", "judge", "--format", "record")
    checked = check(record.encode())
    assert (checked.found, checked.unchecked, checked.checked > 0) == ((), 0, True)
    place = f"{beacon.chain.address}/{beacon.chain.beacon.chain}/public/{drawn['round']}"
    assert [sentence.rpartition(" ")[2] for sentence in checked.left] == [f"{place}."]
