"""A scribe types on in a hall without a network; the service reads the lines once it is reached."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.service.client import wait_for
from tests.service.recordings.scribe import entry_body, played_match

from .accessibility import in_light_and_dark
from .recording import TappingScribe
from .serving import HTTP, Served
from .test_without_network import STORED

Person = Callable[..., Page]

TABLET: Any = {"viewport": {"width": 1024, "height": 768}, "kept": False, "service_workers": "allow"}


def sheet_lines(served: Served) -> list[str]:
    """Returns the lines of the score sheet of a match that another scribe has recorded."""
    played = played_match()
    body = {"game": "arena", "options": {"chapter": 1}, "seats": 2, "source": "table"}
    opened = HTTP.post(f"{served.url}/api/v1/matches", json=body).json()
    path, token = (
        f"{served.url}/api/v1/matches/{opened['id']}",
        {"Authorization": f"Bearer {opened['scribe']}"},
    )
    for seat, name in enumerate(("Ana", "Ben")):
        claim = {"Authorization": f"Bearer {opened['claims'][seat]}"}
        HTTP.post(f"{path}/seats/{seat}/claim", json={"player": name}, headers=claim)
    bodies = [entry_body(entry, number) for number, entry in enumerate(played.entries, 1)]
    after = 0
    while after < len(bodies):
        batch = {"after": after, "entries": bodies[after : after + 50]}
        after = HTTP.post(f"{path}/entries", json=batch, headers=token).json()["last"]
    return [line for line in HTTP.get(f"{path}/sheet").text.splitlines() if line][3:]


@pytest.fixture
def scribe(person: Person, served: Served) -> TappingScribe:
    """A scribe at the page of a new recording, which this browser has stored."""
    scribe = TappingScribe(person(**TABLET), served, played_match())
    scribe.open()
    scribe.page.wait_for_function(STORED)
    return scribe


def type_line(page: Page, line: str) -> None:
    """Types a line and enters it."""
    page.fill("#typed-line", line)
    page.locator("#typed-line").press("Enter")


def typed_lines(scribe: TappingScribe) -> list[str]:
    """Returns what was typed for the entries of the service."""
    entries = HTTP.get(f"{scribe.path}/entries").json()["items"]
    assert [entry["number"] for entry in entries] == list(range(1, len(entries) + 1))
    return [line for entry in entries for line in (entry["text"] or "").splitlines()]


def test_lines_typed_without_a_network_survive_a_reload_and_become_entries_once(
    scribe: TappingScribe, served: Served
) -> None:
    page, lines = scribe.page, sheet_lines(served)
    for line in lines[:3]:
        type_line(page, line)
    wait_for(lambda: typed_lines(scribe) == lines[:3], "the service has read the first lines")
    page.context.set_offline(True)
    for line in lines[3:8]:
        type_line(page, line)
        expect(page.locator("#waiting li").last).to_contain_text(line)
    expect(page.locator("#unchecked")).to_be_visible()
    type_line(page, "s1(_")
    expect(page.locator("#typed-mistake")).to_have_text("( is not closed.")
    expect(page.locator("#typed-line")).to_have_value("s1(_")
    assert in_light_and_dark(page) == []
    page.reload()
    expect(page.locator("#waiting li")).to_have_count(5)
    page.context.set_offline(False)
    expect(page.locator("#waiting li")).to_have_count(0)
    expect(page.locator("#line")).to_have_text("Everything is sent.")
    wait_for(lambda: typed_lines(scribe) == lines[:8], "the service has read all lines")


def test_a_line_that_the_rules_refuse_waits_for_its_correction(scribe: TappingScribe, served: Served) -> None:
    page, lines = scribe.page, sheet_lines(served)
    page.context.set_offline(True)
    for line in (lines[0], "nonsense", *lines[1:3]):
        type_line(page, line)
    page.context.set_offline(False)
    expect(page.locator("#waiting li.refused code")).to_have_text("nonsense")
    expect(page.locator("#waiting li")).to_have_count(3)
    page.locator("#waiting li.refused button").click()
    expect(page.locator("#typed-line")).to_have_value("nonsense")
    expect(page.locator("#waiting li")).to_have_count(0)
    assert typed_lines(scribe) == lines[:3]


def test_a_replaced_scribe_saves_what_waits_as_text(scribe: TappingScribe, served: Served) -> None:
    page, lines = scribe.page, sheet_lines(served)
    token = {"Authorization": f"Bearer {scribe.token}"}
    HTTP.post(f"{scribe.path}/scribe", headers=token).raise_for_status()
    type_line(page, lines[0])
    expect(page.locator("#line")).to_contain_text("Another device enters this match now")
    with page.expect_download() as saved:
        page.locator("#export").click()
    assert json.loads(saved.value.path().read_text())["line"] == lines[0]
    assert typed_lines(scribe) == []


def test_a_scribe_decides_about_the_entries_of_another_device(scribe: TappingScribe, served: Served) -> None:
    page, lines = scribe.page, sheet_lines(served)
    page.context.set_offline(True)
    type_line(page, lines[0])
    expect(page.locator("#waiting li")).to_have_count(1)
    start = {"after": 0, "entries": [{"id": "elsewhere-1", "seat": None}]}
    HTTP.post(f"{scribe.path}/entries", json=start, headers={"Authorization": f"Bearer {scribe.token}"})
    page.context.set_offline(False)
    page.locator("#go-on").click()
    expect(page.locator("#waiting li")).to_have_count(0)
    wait_for(lambda: typed_lines(scribe) == lines[:1], "the line follows the entry of the other device")
