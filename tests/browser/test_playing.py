"""Two people play, each in a browser of their own."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from .house import Served
from .table import opened, takes_seat

Person = Callable[..., Page]

PICK = """() => {
  const buttons = [...document.querySelectorAll('#question [data-option]')];
  if (!buttons.length) return false;
  const done = document.querySelector('#question .done');
  if (done) {
    const free = buttons.filter((each) => each.getAttribute('aria-pressed') === 'false');
    if (done.disabled) free[0].click(); else done.click();
    return true;
  }
  const doing = buttons.filter((each) => each.dataset.option !== 'end');
  const wanted = doing.filter((each) => each.dataset.option.startsWith('attack'));
  (wanted[0] ?? doing[0] ?? buttons[0]).click();
  return true;
}"""
"""Picks something where a question is open to this page; tells whether one was."""


def test_two_people_play_a_whole_match(person: Person, served: Served) -> None:
    table = opened(served, "arena", {"chapter": 1})
    ada, grace = person("/lobby"), person("/lobby")
    takes_seat(ada, table, 0, "Ada")
    takes_seat(grace, table, 1, "Grace")
    for _ in range(600):
        if table.sees()["ended"]:
            break
        before = table.sees()["seq"]
        for page in (ada, grace):
            if page.evaluate(PICK):
                page.wait_for_timeout(20)
        page_waits = "seq => Number(document.querySelector('#scrubber input[type=range]').max) >= seq"
        now = table.sees()["seq"]
        for page in (ada, grace):
            page.wait_for_function(page_waits, arg=max(before, now))
    ended = table.sees()["ended"]
    assert ended is not None
    for page in (ada, grace):
        expect(page.locator("#result")).not_to_be_empty()


def test_a_page_comes_back_after_the_service_was_killed(person: Person, served: Served) -> None:
    table = opened(served, "arena", {"chapter": 1})
    ada, grace = person("/lobby"), person("/lobby")
    takes_seat(ada, table, 0, "Ada")
    takes_seat(grace, table, 1, "Grace")
    served.kill()
    expect(ada.locator("#line")).to_be_visible(timeout=10_000)
    served.start()
    expect(ada.locator("#line")).to_be_hidden(timeout=20_000)
    before = table.sees()["seq"]
    seq = before
    for _ in range(100):
        for page in (ada, grace):
            page.evaluate(PICK)
        seq = table.sees()["seq"]
        if seq > before:
            break
        ada.wait_for_timeout(100)
    assert seq > before
    for page in (ada, grace):
        page.wait_for_function(
            "seq => Number(document.querySelector('#scrubber input[type=range]').max) >= seq",
            arg=seq,
            timeout=20_000,
        )


def test_a_name_is_never_markup(person: Person, served: Served) -> None:
    table = opened(served, "arena", {"chapter": 1})
    page = person("/lobby")
    takes_seat(page, table, 0, "<img src=x onerror=alert(1)>")
    assert page.locator("#board img, #story img").count() == 0
    expect(page.locator("#board")).to_contain_text("<img src=x")


def test_what_can_be_chosen_is_chosen_on_the_board(person: Person, served: Served) -> None:
    table = opened(served, "arena", {"chapter": 1})
    ada, grace = person("/lobby"), person("/lobby")
    takes_seat(ada, table, 0, "Ada")
    takes_seat(grace, table, 1, "Grace")
    for _ in range(40):
        mover = next((page for page in (ada, grace) if page.locator("svg.arena .space.open").count()), None)
        if mover is not None:
            break
        before = table.sees()["seq"]
        for page in (ada, grace):
            page.evaluate(PICK)
        page_waits = "seq => Number(document.querySelector('#scrubber input[type=range]').max) > seq"
        for page in (ada, grace):
            page.wait_for_function(page_waits, arg=before)
    assert mover is not None, "nobody was asked for a space"
    before = table.sees()["seq"]
    mover.locator("svg.arena .space.open").first.focus()
    mover.keyboard.press("Enter")
    for choice in mover.locator("dialog.which button").all()[:1]:
        choice.click()
    mover.wait_for_function(
        "seq => Number(document.querySelector('#scrubber input[type=range]').max) > seq", arg=before
    )
    assert table.sees()["seq"] > before
