"""What the page of a match costs a browser: bytes, requests and processor time."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import CDPSession, Page

from .judging import api_token
from .serving import HTTP, Served
from .table import finished, ready

Person = Callable[..., Page]

LIBRARY = Path(__file__).parents[2] / "replays/library"
LOADED = """() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
  .map(({ encodedBodySize }) => encodedBodySize)"""
"""The bytes of the compressed replies."""


def test_a_match_takes_at_most_12_requests_and_130_kilobytes(person: Person, served: Served) -> None:
    page = person(f"/m/{finished(served).match}")
    ready(page)
    sizes = page.evaluate(LOADED)
    assert len(sizes) <= 12
    assert 100_000 < sum(sizes) <= 130_000


def test_1150_facts_load_within_260_milliseconds_of_processor_time(person: Person, served: Served) -> None:
    reply = HTTP.post(
        f"{served.url}/api/v1/imports",
        content=(LIBRARY / "arena-chapter-4-team-play.game").read_bytes(),
        headers={"Authorization": f"Bearer {api_token(served)}", "Content-Type": "text/plain"},
    )
    match = reply.raise_for_status().json()["id"]
    assert HTTP.get(f"{served.url}/api/v1/matches/{match}").json()["seq"] > 1_150
    page = person("/problems")
    devtools = page.context.new_cdp_session(page)
    devtools.send("Performance.enable", {"timeDomain": "threadTicks"})
    assert min(load_seconds(page, devtools, f"{served.url}/m/{match}") for _ in range(3)) <= 0.26


def load_seconds(page: Page, devtools: CDPSession, address: str) -> float:
    """Returns the processor time that a page takes until it is ready. Each page counts from zero."""
    page.goto(address)
    ready(page)
    metrics = devtools.send("Performance.getMetrics")["metrics"]
    return float(next(each["value"] for each in metrics if each["name"] == "TaskDuration"))
