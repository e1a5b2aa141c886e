"""Readers of a recording have what they have of every match: replay, reasons, changes, files and cases."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import msgspec
import pyarrow.parquet as pq
import pytest
from msgspec.structs import replace

from replays import check
from replays.executors import process_workers
from service.bootstrap import Services
from service.portability import datasets
from service.settings import Settings
from tests.service.client import Api, Json, json_of
from tests.service.history.test_offline import block

from .scribe import Scribe, played_match

ENTRIES = 20


@pytest.fixture
def scribe(api: Api) -> Scribe:
    """A scribe who has recorded the beginning of a match, which Ben then conceded."""
    scribe = Scribe(api, played_match())
    scribe.enter(last=ENTRIES)
    assert api.post(f"{scribe.path}/concession", {}, scribe.players[1].token).status_code == 201
    return scribe


def get(scribe: Scribe, path: str) -> Json:
    """Returns what everybody reads there."""
    reply = scribe.api.get(f"{scribe.path}{path}")
    assert reply.status_code == 200, reply.text
    return json_of(reply)


def test_a_replay_goes_from_fact_to_fact_and_tells_the_story(scribe: Scribe) -> None:
    frames = get(scribe, "/frames?after=0")
    assert len(frames["items"]) == scribe.seq - frames["first"]["seq"]
    story = get(scribe, "/narration?lang=en")
    told = " ".join(line["text"] for line in story["items"])
    assert "Ana plays " in told
    assert "Ben concedes" in told, told[-200:]
    drawn = scribe.list_seqs("arena.CardDrawn")[0]
    assert get(scribe, f"/facts/{drawn}/scene")["board"]["summoners"][0]["hand"][0] is None


def test_a_reader_asks_why_and_for_the_changes_between_two_facts(scribe: Scribe) -> None:
    moved = scribe.list_seqs("arena.CharacterMoved")[0]
    reasons = get(scribe, f"/facts/{moved}/why?lang=en")
    assert reasons["steps"][0]["seq"] == moved
    assert any("Ana" in step["text"] for step in reasons["steps"])
    changes = get(scribe, f"/diff?from={moved - 1}&to={moved}&lang=en")
    assert [change["seq"] for change in changes["changes"]] == [moved]
    assert any(step["path"].endswith("/at") for step in changes["patch"])


def test_a_match_is_embedded_and_saved_as_a_file_that_passes_the_check(
    scribe: Scribe, tmp_path: Path
) -> None:
    embedded = scribe.api.get(f"/embed/{scribe.match}")
    assert (embedded.status_code, "Ana – Ben" in embedded.text) == (200, True)
    saved = scribe.api.get(f"/m/{scribe.match}/replay.html")
    assert saved.status_code == 200
    (tmp_path / "record.json").write_bytes(msgspec.json.encode(block(saved.text, "record")))
    assert check.main([str(tmp_path / "record.json")]) == check.NO_KEY


def test_no_copy_has_the_deal_and_each_passes_the_check(
    scribe: Scribe, services: Services, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    judge = services.api_tokens.issue_token("judge", ["judge"]).token
    for name, token in enumerate(("", scribe.token, scribe.players[0].token, judge)):
        reply = scribe.api.get(f"{scribe.path}/export", token)
        assert reply.status_code == 200, reply.text
        entries = [fact for fact in json_of(reply)["facts"] if fact["type"] == "record.Entered"]
        assert all("dealt" not in {*entry["data"], *entry.get("opened", ())} for entry in entries)
        file = tmp_path / f"{name}.json"
        file.write_bytes(reply.data)
        assert check.main([str(file)]) == check.NO_KEY, capsys.readouterr().out
    assert "whose deal no copy holds" in capsys.readouterr().out


def test_the_feed_has_each_entry_with_its_facts_and_without_the_deal(scribe: Scribe) -> None:
    page = json_of(scribe.api.get(f"/api/v1/facts?limit=5000&match={scribe.match}"))
    events = [item["fact"]["event"] for item in page["items"]]
    entered = [event for event in events if event["type"] == "record.Entered"]
    assert len(entered) == ENTRIES
    assert [event["dealt"] for event in entered] == [[]] * ENTRIES
    assert events[-1]["type"] == "table.MatchEnded"


def test_a_case_points_to_an_entry_and_its_file_has_it(scribe: Scribe) -> None:
    moved = scribe.list_seqs("arena.CharacterMoved")[0]
    ana = scribe.players[0]
    body = {"claim": "She stood elsewhere.", "evidence": [{"seq": moved}]}
    opened = scribe.api.post(f"{scribe.path}/disputes", body, ana.token)
    assert opened.status_code == 201, opened.text
    file = json_of(scribe.api.get(f"{scribe.path}/disputes/1", ana.token))
    assert [exhibit["seq"] for exhibit in file["dispute"]["evidence"]] == [moved]
    page = scribe.api.get(f"/m/{scribe.match}/cases/1")
    assert f"/m/{scribe.match}?seq={moved}" in page.text


def test_a_data_set_has_the_match_and_no_card_of_the_deal(
    scribe: Scribe, services: Services, settings: Settings, tmp_path: Path
) -> None:
    for viewer in ("spectator", "judge"):
        folder = tmp_path / viewer
        datasets.export_dataset(partial(replace, settings), folder, viewer, process_workers(1))
        rows = pq.read_table(folder / "facts.parquet").to_pylist()
        dealt = [msgspec.json.decode(r["data"])["dealt"] for r in rows if r["type"] == "record.Entered"]
        assert dealt == [[]] * ENTRIES
