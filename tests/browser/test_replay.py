"""The replay: every key, deep links, and no more than a viewer may know."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Response, expect

from .house import Served
from .table import Table, moment, played, ready

Person = Callable[..., Page]


@pytest.fixture(scope="module")
def arena(served: Served) -> Table:
    return played(served, "arena", {"chapter": 4}, 70)


@pytest.fixture(scope="module")
def realms(served: Served) -> Table:
    return played(served, "villainous", {"villains": ["ursula", "captain-hook", "queen-of-hearts"]}, 60, 3)


def watch(person: Person, table: Table, query: str = "", **how: object) -> Page:
    page = person(f"/m/{table.match}{query}", **how)
    ready(page)
    return page


def test_every_key_goes_where_it_says(person: Person, arena: Table) -> None:
    page = watch(person, arena)
    last = moment(page)
    assert last == arena.sees()["seq"]
    press = page.keyboard.press
    press("Home")
    assert moment(page) == 1
    press("ArrowRight")
    assert moment(page) == 2
    press("ArrowLeft")
    assert moment(page) == 1
    press("Control+ArrowRight")
    answer = moment(page)
    assert answer > 2
    press("Control+ArrowLeft")
    assert moment(page) < answer
    press("ArrowDown")
    press("ArrowDown")
    turn = moment(page)
    press("ArrowUp")
    assert moment(page) < turn
    press("Home")
    press("PageDown")
    one = moment(page)
    press("PageDown")
    assert 1 < one < moment(page)
    press("PageUp")
    assert moment(page) == one
    press("End")
    assert moment(page) == last
    press("?")
    expect(page.locator("#help")).to_be_visible()
    press("Escape")
    expect(page.locator("#help")).to_be_hidden()


def test_f_turns_the_board_around(person: Person, arena: Table) -> None:
    page = watch(person, arena)
    before = page.locator("svg.arena .space").first.get_attribute("transform")
    page.keyboard.press("f")
    assert page.locator("svg.arena .space").first.get_attribute("transform") != before
    page.keyboard.press("f")
    assert page.locator("svg.arena .space").first.get_attribute("transform") == before


def test_space_lets_the_film_run_and_stop(person: Person, arena: Table) -> None:
    page = watch(person, arena)
    page.keyboard.press("Home")
    page.locator("#scrubber select").select_option("8")
    page.locator("body").click(position={"x": 2, "y": 2})
    page.keyboard.press("Space")
    page.wait_for_function("() => Number(document.querySelector('#scrubber input[type=range]').value) > 5")
    page.keyboard.press("Space")
    stopped = moment(page)
    page.keyboard.press("ArrowRight")
    assert moment(page) == stopped + 1


def test_a_link_shows_exactly_that_moment(person: Person, arena: Table) -> None:
    page = watch(person, arena, "?seq=60&as=spectator")
    assert moment(page) == 60
    page.keyboard.press("ArrowRight")
    assert "seq=61" in page.url
    expect(page.locator("#story [aria-current]")).to_have_count(1)


def test_a_moment_is_the_same_whichever_way_one_comes(person: Person, realms: Table) -> None:
    page = watch(person, realms, "?seq=1&as=spectator")
    for _ in range(40):
        page.keyboard.press("ArrowRight")
    walked = page.locator("#board").inner_text()
    page.keyboard.press("End")
    page.keyboard.press("Home")
    jumped = watch(person, realms, "?seq=41&as=spectator")
    assert jumped.locator("#board").inner_text() == walked


def test_without_spoilers_neither_result_nor_length_is_told(person: Person, arena: Table) -> None:
    last = arena.sees()["seq"]
    page = watch(person, arena, "?seq=30&as=spectator&quiet")
    assert f"of {last}" not in page.locator("#scrubber").inner_text()
    visible = page.locator("#story .line:visible")
    assert all(int(line.get_attribute("data-seq") or 0) <= 30 for line in visible.all())


def test_nothing_hidden_is_in_the_page_or_on_the_wire(person: Person, served: Served, arena: Table) -> None:
    sent: list[str] = []

    def keep(reply: Response) -> None:
        if "/frames" in reply.url or "/narration" in reply.url or "/question" in reply.url:
            sent.append(reply.text())

    page = person("/lobby")
    page.on("response", keep)
    page.goto(f"{served.url}/m/{arena.match}?as=spectator")
    ready(page)
    public = cards(json.dumps(arena.sees()))
    hidden = {
        card for seat in (0, 1) for card in arena.sees(seat)["board"]["summoners"][seat]["hand"]
    } - public
    assert hidden, "hands that hide nothing prove nothing"
    assert any('"frames"' in text for text in sent)
    for text in sent:
        assert not hidden & cards(text)
    shown = page.locator("#board").inner_html() + page.locator("#question").inner_html()
    assert not hidden & cards(shown)


def cards(text: str) -> set[str]:
    """Everything in *text* that is the id of a card."""
    return set(re.findall(r"[A-Z]{3}\d\d", text))
