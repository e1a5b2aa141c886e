"""Lessons on the page: the goal is decided in the place of the question."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from .serving import Served
from .table import ready

Person = Callable[..., Page]


def test_a_wrong_move_of_a_lesson_is_told_at_once_and_taken_back(person: Person, served: Served) -> None:
    page = person()
    page.goto(f"{served.url}/learn/arena")
    page.click("form[action$=walk-and-strike] button")
    ready(page)
    page.click('#board [data-pick="move:c4"]')
    missed = page.locator(".strip .celebration")
    expect(missed).to_contain_text("That is not the way.")
    expect(page.locator("#question")).to_be_hidden()
    expect(page.locator("#board [data-pick]")).to_have_count(0)
    address = page.url
    missed.get_by_role("button", name="Try again").click()
    expect(page.locator("#question.asks")).to_be_visible()
    expect(page.locator('#board [data-pick="move:c4"]')).to_be_visible()
    assert page.url == address


def test_a_wrong_answer_to_a_puzzle_is_taken_back(person: Person, served: Served) -> None:
    page = person()
    page.goto(f"{served.url}/learn/arena")
    page.click("#next-puzzle")
    ready(page)
    page.click("[data-option=end]")
    page.click("[data-sure=yes]")
    expect(page.locator(".strip .celebration")).to_contain_text("That is not the way.")
    again = page.get_by_role("button", name="Try again")
    page.route("**/lesson", lambda route: route.abort(), times=1)
    again.click()
    expect(page.locator("#trouble")).not_to_be_empty()
    again.click()
    expect(page.locator("#question.asks")).to_be_visible()
    expect(page.locator("[data-option=end]")).to_be_visible()
    page.get_by_text("The first move", exact=True).click()
    expect(page.locator("#board .pointed-out")).to_have_count(1)
