"""The judge's queue in a browser: from what waits to the two moments of a case."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from .judging import api_token, at_rest
from .serving import Served
from .table import Table, played
from .test_desk import facts

Person = Callable[..., Page]


@pytest.mark.parametrize("game_", ["arena", "villainous"])
def test_from_the_queue_to_both_moments_of_a_case(person: Person, served: Served, game_: str) -> None:
    options: dict[str, Any] = {"chapter": 1} if game_ == "arena" else {"villains": ["jafar", "maleficent"]}
    table = played(served, game_, options, 16, seed=3)
    judge = person("/judge")
    judge.fill("#token", api_token(served, f"judge-{game_}"))
    judge.click("#enter")
    judge.wait_for_selector("body[data-ready]")
    played_at = table.sees()["seq"] - 20  # somebody has moved since
    claims(table, played_at)
    row = judge.locator(f'[data-case="{table.match}/1"]')
    expect(row).to_contain_text("Ada – Grace")
    expect(row).to_contain_text("waits 0 min")
    row.locator(".assign").focus()
    judge.keyboard.press("Enter")
    expect(row).to_contain_text("Yours")
    expect(row.locator(".assign")).to_be_focused()
    [assigned] = facts(table, "table.CaseAssigned")
    assert assigned["event"]["judge"] == f"judge-{game_}"

    row.locator("a").click()
    judge.wait_for_selector("body.desk[data-ready]")
    [claim] = facts(table, "table.DisputeOpened")
    left, right = (int(judge.locator(f"#{side}-seq").input_value()) for side in ("left", "right"))
    assert left < played_at <= right < claim["seq"]
    expect(judge.locator("#case-judge")).to_contain_text("Yours")
    expect(judge.locator("#file")).to_contain_text("Hidden from you")
    expect(judge.locator("#act li").first).to_be_visible()
    expect(judge.locator("#differences li").first).to_be_visible()
    for side in ("left", "right"):
        assert judge.locator(f"#{side} .changed").count() > 0, side
    judge.locator("#story .line a").first.click()
    at_rest(judge)
    expect(judge.locator("#right-seq")).not_to_have_value(str(right))
    judge.click("#disputed")
    expect(judge.locator("#right-seq")).to_have_value(str(right))
    judge.locator("#scrubber input[type=range]").fill(str(played_at))
    expect(judge.locator("#left-seq")).to_have_value(str(played_at - 1))


def claims(table: Table, seq: int) -> None:
    """Ada disputes a fact."""
    httpx.post(
        f"{table.url}/api/v1/matches/{table.match}/disputes",
        json={"claim": "That was one step too many.", "evidence": [{"seq": seq}]},
        headers={"Authorization": f"Bearer {table.plays[0]}"},
    ).raise_for_status()
