"""A replay as one file: it holds all it needs, nothing that is hidden, and a record that proves itself."""

from __future__ import annotations

import base64
import hashlib
import re
from html import unescape
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from replays import check
from service.cli import main
from tests.service.client import Pair, Player
from tests.service.judges import start_first_turn

BLOCK = re.compile(r'<script type="application/json" id="(\w+)">(.*?)</script>', re.S)


def kept(player: Player, who: str = "spectator") -> str:
    """The file that *player* keeps."""
    reply = player.api.get(f"/m/{player.match}/replay.html?as={who}")
    assert reply.status_code == 200, reply.text
    return reply.text


def block(file: str, name: str) -> Any:
    """What a file holds as data."""
    return msgspec.json.decode(dict(BLOCK.findall(file))[name])


def hashed(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def checked(file: str, to: Path) -> int:
    """Takes the record out of a file, and holds it against its proofs without the service."""
    to.write_bytes(msgspec.json.encode(block(file, "record")))
    return check.main([str(to)])


# -- the file ------------------------------------------------------------------------------------------


def test_the_record_in_the_file_passes_the_check_offline(pair: Pair, tmp_path: Path) -> None:
    pair.play_out(Random(41))
    assert checked(kept(pair.public), tmp_path / "record.json") == check.NO_KEY


def test_one_altered_fact_fails_it_and_is_named(
    pair: Pair, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pair.play_out(Random(41))
    record = block(kept(pair.public), "record")
    began = next(fact for fact in record["facts"] if fact["type"] == "arena.RoundBegan")
    began["data"]["number"] += 1
    file = tmp_path / "record.json"
    file.write_bytes(msgspec.json.encode(record))
    assert check.main([str(file)]) == check.ALTERED
    assert f"Fact {began['seq']} was altered" in capsys.readouterr().out


def test_film_story_and_record_end_with_the_same_fact(pair: Pair) -> None:
    pair.blue.answers("e1")
    file = kept(pair.public)
    page, record = block(file, "page"), block(file, "record")
    assert page["reel"]["items"][-1]["seq"] == record["facts"][-1]["seq"] == pair.public.looks()["seq"]
    assert page["reel"]["next"] is None
    assert page["acts"][-1]["last"] == record["facts"][-1]["seq"]


def test_a_spectators_file_tells_no_hand_and_no_seed(pair: Pair) -> None:
    hand = start_first_turn(pair).blue.looks()["board"]["summoners"][0]["hand"]
    seed = pair.blue.api.app.extensions["services"].repository.load_match(pair.blue.match).match.seeds[0]
    file = kept(pair.public)
    record, reel = block(file, "record"), block(file, "page")["reel"]
    assert hand
    assert any(fact["sealed"] for fact in record["facts"])
    assert not any(fact["opened"] for fact in record["facts"])
    scenes = [reel["first"], *(change[-1] for frame in reel["items"] for change in frame["changes"])]
    assert not any(f'"{card}"' in msgspec.json.encode(scenes).decode() for card in hand)
    assert seed not in file


def test_a_player_is_not_sent_the_others_file(pair: Pair) -> None:
    """Who sits nowhere in this browser gets what the public may see, whoever the address names."""
    assert block(kept(pair.public, "seat-0"), "record")["viewer"] == "spectator"
    assert block(kept(pair.public, "judge"), "record")["viewer"] == "spectator"


def test_a_name_with_markup_in_it_stays_a_name(api: Any) -> None:
    opened = api.opens()
    blue = api.seats(opened, 0, "</script><b>Blue</b>")
    api.seats(opened, 1, "Red")
    file = kept(Player(api, blue.match))
    assert "<b>Blue" not in file
    assert any("</script><b>Blue</b>" in line["text"] for line in block(file, "page")["acts"])


# -- what it may do ------------------------------------------------------------------------------------


def test_the_file_runs_its_own_script_and_loads_nothing(pair: Pair) -> None:
    file = kept(pair.public)
    found = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', file)
    assert found is not None
    policy = dict(each.split(" ", 1) for each in unescape(found[1]).split("; "))
    [script] = re.findall(r'<script type="module">(.*?)</script>', file, re.S)
    [style] = re.findall(r"<style>(.*?)</style>", file, re.S)
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == hashed(script)
    assert policy["style-src"] == hashed(style)
    assert not re.search(r'(?:src|href)="(?!#)', file)
    assert "url(" not in style


def test_the_script_has_no_import_and_no_export_left(pair: Pair) -> None:
    [script] = re.findall(r'<script type="module">(.*?)</script>', kept(pair.public), re.S)
    assert not re.search(r"(?:^|;)(?:import|export)[ {*]", script, re.M)


def test_the_reply_is_a_download(pair: Pair) -> None:
    reply = pair.public.api.get(f"/m/{pair.blue.match}/replay.html")
    name = f"{pair.blue.match}.spectator.html"
    assert reply.headers["Content-Disposition"] == f'attachment; filename="{name}"'


def test_recount_export_writes_the_same_in_any_language(
    pair: Pair, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    for name, value in {**settings.store, "RECOUNT_DATA": str(settings.data)}.items():
        monkeypatch.setenv(name, value)
    if settings.redis_url:
        monkeypatch.setenv("REDIS_URL", settings.redis_url)
    file = tmp_path / "replay.html"
    done = CliRunner().invoke(
        main, ["export", "--html", str(file), "--lang", "it", "--as", "seat-0", pair.blue.match]
    )
    assert done.exit_code == 0, done.output
    text = file.read_text(encoding="utf-8")
    assert '<html lang="it">' in text
    assert block(text, "record")["viewer"] == "seat-0"
