"""Playing by keyboard: the focus stays where one works, and the next option is a key away."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import Page, expect

from .serving import Served
from .table import Table, moment, opened, played, ready, takes_seat

Person = Callable[..., Page]

FOCUS = """() => {
  const { activeElement: at } = document;
  return at.closest("#question, #board, #story, #typing")?.id ?? at.localName;
}"""
"""The part of the page that the focus is in; "body" is nowhere."""


@pytest.fixture
def asked(person: Person, served: Served) -> tuple[Page, Table]:
    """Ada at her page, asked for something, against Grace."""
    table = opened(served, "arena", {"chapter": 1})
    page = person()
    takes_seat(page, table, 0, "Ada")
    table.plays.extend(["", table.takes(1, "Grace")])
    is_asked(page, table)
    return page, table


def is_asked(page: Page, table: Table) -> None:
    luck = Random(3)
    while table.sees()["question"]["seat"] == 1:
        table.answer(luck)
    page.wait_for_function(
        "seq => document.querySelector('#scrubber output').textContent.startsWith(`${seq}/`)"
        " && document.querySelector('#question [data-option]')",
        arg=table.sees()["seq"],
    )


def test_an_answer_leads_out_of_the_options_where_arrows_step_and_the_next_option_is_a_key_away(
    asked: tuple[Page, Table],
) -> None:
    page, table = asked
    page.evaluate("localStorage.setItem('confirm', 'false')")
    page.locator("#question button[data-option], #question summary").first.focus()
    for _ in range(4):
        before = table.sees()["seq"]
        if page.evaluate("() => document.activeElement.localName") == "summary":
            page.keyboard.press("Enter")
            page.keyboard.press("ArrowDown")
        while page.locator("#question .done:disabled").count():
            page.locator("#question [aria-pressed=false]").first.press("Enter")
        if page.locator("#question .done").count():
            page.locator("#question .done").press("Enter")
        else:
            page.keyboard.press("Enter")
        page.wait_for_function(
            "seq => Number(document.querySelector('#scrubber input[type=range]').max) > seq", arg=before
        )
        is_asked(page, table)
        expect(page.locator("#question")).to_be_focused()
        page.keyboard.press("Tab")
        assert page.evaluate(
            "() => Boolean(document.activeElement.closest('#question :is(button, summary)'))"
        )
    page.locator("#question").focus()
    last = moment(page)
    while moment(page) == last:  # for a second, an arrow may be meant for the options that have gone
        page.keyboard.press("ArrowLeft")
    assert moment(page) == last - 1


def test_an_option_is_typed_wherever_the_focus_is(asked: tuple[Page, Table]) -> None:
    page, table = asked
    page.locator("#story a[tabindex='0']").focus()
    while table.sees()["question"]["most"] > 1:  # what wants several is no single word
        for option in page.locator("#question [aria-pressed=false]").all():
            if page.locator("#question .done:enabled").count() == 0:
                option.click()
        page.locator("#question .done").click()
        is_asked(page, table)
    pick = page.locator("#question [data-option]").first.get_attribute("data-option") or ""
    before = table.sees()["seq"]
    page.keyboard.type("zz9")
    expect(page.locator("#typing output")).to_have_text("No choice has this name.")
    page.keyboard.press("Escape")
    page.keyboard.type(pick.replace(":", " "))
    page.keyboard.press("Enter")
    page.wait_for_function(
        "seq => Number(document.querySelector('#scrubber input[type=range]').max) > seq", arg=before
    )
    assert page.evaluate(FOCUS) != "body"


@pytest.mark.parametrize(("game", "options"), [("arena", {"chapter": 4}), ("villainous", {})])
def test_board_and_story_are_one_stop_each_and_arrows_go_within(
    person: Person, served: Served, game: str, options: dict[str, object]
) -> None:
    options = options or {"villains": ["ursula", "captain-hook"]}
    table = played(served, game, options, 60)
    page = person(f"/m/{table.match}?as=spectator")
    ready(page)
    for part in ("board", "story"):
        stops = page.locator(f"#{part}").locator("[tabindex='0'], button:not([tabindex])")
        expect(stops).to_have_count(1)
    now = moment(page)
    page.locator("#board [tabindex='0']").focus()
    visited = set()
    for key in ("ArrowDown", "ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"):
        page.keyboard.press(key)
        visited.add(page.evaluate("() => document.activeElement.outerHTML"))
        assert page.evaluate(FOCUS) == "board"
    assert len(visited) > 2
    page.locator("#story [tabindex='0']").focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    assert page.evaluate(FOCUS) == "story"
    assert moment(page) == now
    page.keyboard.press("Enter")
    assert moment(page) < now
    line = page.locator("#story .line:has(> .facts):visible").last
    line.locator("> .facts").click()
    expect(line.locator("> .facts")).to_have_attribute("aria-expanded", "true")
    expect(line.locator(".fact")).not_to_have_count(0)
    line.locator("> a").focus()
    page.keyboard.press("ArrowRight")
    expect(line.locator("> .cause")).to_be_focused()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(line.locator(".fact")).to_have_count(0)


def test_an_arrow_for_options_that_have_just_gone_does_not_lead_back_in_time(
    asked: tuple[Page, Table],
) -> None:
    page, table = asked
    page.evaluate(
        """() => new MutationObserver((_, watching) => {
          if (document.querySelector("#question [data-option]")) return;
          watching.disconnect();
          const key = { key: "ArrowLeft", bubbles: true, cancelable: true };
          window.pressedIn = document.activeElement.id;
          document.activeElement.dispatchEvent(new KeyboardEvent("keydown", key));
        }).observe(document.querySelector("#question"), { childList: true })"""
    )
    while (seen := table.sees())["question"]["seat"] == 0:
        page.locator("#question [data-option]").first.press("Enter")
        page.wait_for_function(
            "seq => Number(document.querySelector('#scrubber input[type=range]').max) > seq", arg=seen["seq"]
        )
    page.wait_for_function("() => window.pressedIn")
    assert page.evaluate("pressedIn") == "question"
    expect(page.locator("#scrubber input[type=range]")).to_have_value(str(table.sees()["seq"]))
    expect(page.locator("#golive")).to_be_hidden()
