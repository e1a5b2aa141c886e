"""A game is added by adding its folder: what the manual promises under “Add a game”, step by step."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from .judging import api_token
from .serving import HTTP, REAL, Served, serving
from .table import ready

ROOT = Path(__file__).parents[2]
GAME = ROOT / "tests" / "newgame" / "domain" / "trumps"


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sources of the service, and one folder more in `domain`: the rules of Trumps."""
    tree = tmp_path_factory.mktemp("sources")
    for package in ("projections", "replays", "service"):
        (tree / package).symlink_to(ROOT / package)
    (tree / "domain").mkdir()
    for each in (*(ROOT / "domain").iterdir(), GAME):
        (tree / "domain" / each.name).symlink_to(each)
    return tree


@pytest.fixture(scope="module")
def served(sources: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The service with the new game."""
    with serving(tmp_path_factory.mktemp("data"), REAL, sources) as service:
        yield service


PASSED_ON = """
import os, sys
from contextlib import redirect_stdout
from service.cli import main
match, record, elsewhere = sys.argv[1:]
with open(record, "w") as told, redirect_stdout(told):
    main(["export", match, "--as", "judge", "--format", "record"], standalone_mode=False)
os.environ["RECOUNT_DATA"] = elsewhere
main(["import", record])
"""
"""Writes the record of a match, and takes it in elsewhere: in one process, for to start one is slow."""


def test_a_game_is_added_by_its_folder_alone(
    sources: Path, served: Served, person: Callable[..., Page], tmp_path: Path
) -> None:
    # Bots play it over HTTP, from a shuffle to the last card.
    opened = HTTP.post(
        f"{served.url}/api/v1/matches",
        json={"game": "trumps", "bots": {"0": "greedy", "1": "random"}},
        headers={"Authorization": f"Bearer {api_token(served)}"},
    )
    match = opened.raise_for_status().json()["id"]
    live = {"Accept": "text/event-stream"}
    with HTTP.stream("GET", f"{served.url}/api/v1/matches/{match}/facts", headers=live, timeout=60) as facts:
        assert any('"table.MatchEnded"' in line for line in facts.iter_lines())

    # It is narrated.
    story = HTTP.get(f"{served.url}/api/v1/matches/{match}/narration?lang=fr").raise_for_status().text
    assert "The cards are dealt." in story

    # Pages show it as text; its picture and its replay are there as those of every game.
    page = person(f"/m/{match}?seq=8")
    expect(page.locator("#board .text-board").first).to_contain_text("piles")
    expect(page.locator("#told")).to_contain_text("hands: a card, a card")
    assert "The cards are dealt." in page.locator("#story").inner_text()
    page.goto(f"{served.url}/embed/{match}")
    expect(page.locator("#board .text-board").first).to_contain_text("piles")
    for path in (f"m/{match}/picture.png", f"m/{match}/replay.html", "rules/trumps", "study?game=trumps"):
        assert HTTP.get(f"{served.url}/{path}").status_code == 200, path

    # A page in French marks its sentences as English, also the reasons against choices.
    page = person(f"/m/{match}?seq=8&as=everything", locale="fr-FR")
    ready(page)
    page.locator("#possible").evaluate("button => button.click()")
    expect(page.locator("#why .refused span").first).to_have_attribute("lang", "en")

    # Its record proves itself, and is taken in elsewhere.
    command = [sys.executable, "-c", PASSED_ON, match, str(tmp_path / "record"), str(tmp_path / "elsewhere")]
    env = {**os.environ, "RECOUNT_DATA": str(served.data)}
    done = subprocess.run(command, cwd=sources, env=env, check=True, capture_output=True, text=True)
    assert match in done.stdout
