"""Matches of the soak: what is played, by whom, and how it is opened on the pages."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import ExitStack
from random import Random
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page

from domain import villainous
from service.catalog.cardsets import packaged

from .robot import LOOKS, Hand, Robot
from .watching import Watched

Away = Callable[[], bool]
"""Tells whether the service is away, or was a moment ago."""

WINDOWS: dict[Hand, dict[str, Any]] = {
    "mouse": {"viewport": {"width": 1280, "height": 800}},
    "touch": {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True},
    "keys": {"viewport": {"width": 1280, "height": 800}},
}

CAST = villainous.list_characters(packaged("villainous").book)


class Setting(NamedTuple):
    """A match of the soak: `hands` are those at browsers; bots play the other seats.

    What others do is shown at a `pace`; `kills` is how often the service is killed on the way; each page runs
    `script` before its own.
    """

    game: str
    seats: int
    hands: tuple[Hand, ...]
    chapter: int = 1
    pace: str = "instant"
    kills: int = 0
    script: str = ""

    def __str__(self) -> str:
        chapter = f" ch. {self.chapter}" if self.game == "arena" else ""
        return f"{self.game}{chapter}, {self.seats} seats, {' and '.join(self.hands)}, {self.pace}"


class Opened(NamedTuple):
    """A match with its robots seated."""

    match: str
    robots: list[Robot]


def opened(
    stack: ExitStack, browser: Browser, url: str, setting: Setting, luck: Random, away: Away
) -> Opened:
    """Opens a match by the form, as a person does, and seats its robots; *stack* closes browsers."""
    robots = [
        _robot(stack, browser, f"Robot {n + 1}", hand, setting, Random(luck.random()), away)
        for n, hand in enumerate(setting.hands)
    ]
    host = robots[0].page
    host.goto(f"{url}/new?game={setting.game}")
    host.fill("input[name=player]", "Robot 1")
    if setting.game == "arena":
        host.select_option("select[name='option.chapter']", str(setting.chapter))
    host.locator(f".counts label:has(input[value='{setting.seats}'])").click()
    for seat in range(1, len(robots)):
        host.select_option(f"select[name='who.{seat}']", "friend")
    if setting.game == "villainous":
        for seat in range(setting.seats):
            host.select_option(f"select[name='option.villains.{seat}']", CAST[seat])
    host.click("#open")
    host.wait_for_selector("body[data-ready]", timeout=60_000)
    match = re.search(r"/m/(\w+)", host.url)
    assert match is not None
    if robots[1:]:
        host.wait_for_selector("#seats-list input")
    links = host.locator("#seats-list input").evaluate_all("all => all.map((one) => one.value)")
    for n, robot in enumerate(robots[1:]):
        _joins(robot.page, links[n], f"Robot {n + 2}")
    return Opened(match[1], robots)


def _joins(page: Page, link: str, name: str) -> None:
    page.goto(link)
    page.fill("input[name=player]", name)
    page.click("main form button")
    page.wait_for_selector("body[data-ready]", timeout=60_000)


def _robot(
    stack: ExitStack,
    browser: Browser,
    name: str,
    hand: Hand,
    setting: Setting,
    rng: Random,
    away: Callable[[], bool],
) -> Robot:
    context = stack.enter_context(browser.new_context(**WINDOWS[hand]))
    context.add_init_script(f"localStorage['recount.pace'] = '{setting.pace}'")
    context.add_init_script(setting.script)
    context.add_init_script(LOOKS)
    page = context.new_page()
    page.set_default_timeout(30_000)
    return Robot(page, Watched(page, name, away), hand, rng)
