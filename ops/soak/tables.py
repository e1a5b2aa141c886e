"""Opens matches on the pages, and seats robots."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import ExitStack
from random import Random
from typing import Any, NamedTuple

from playwright.sync_api import Browser

from domain import villainous
from service.catalog.cardsets import packaged_cards

from .page_log import PageLog
from .robot import LOOKS, Input, Robot
from .tree_reader import TreeReader

WINDOWS: dict[Input, dict[str, Any]] = {
    "mouse": {"viewport": {"width": 1280, "height": 800}},
    "touch": {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True},
    "keys": {"viewport": {"width": 1280, "height": 800}},
    "zoom": {"viewport": {"width": 640, "height": 400}},
    "tree": {"viewport": {"width": 1280, "height": 800}},
}
VILLAINS = villainous.list_characters(packaged_cards("villainous").book)


class Setting(NamedTuple):
    """A match of the soak: a robot for each of `inputs`, and bots on the other seats.

    The page shows moves of others at a `pace`, and runs `script` before its own. `kills` counts the kills of
    the service.
    """

    game: str
    seats: int
    inputs: tuple[Input, ...]
    chapter: int = 1
    pace: str = "instant"
    kills: int = 0
    script: str = ""

    def __str__(self) -> str:
        chapter = f" ch. {self.chapter}" if self.game == "arena" else ""
        return f"{self.game}{chapter}, {self.seats} seats, {' and '.join(self.inputs)}, {self.pace}"


class OpenMatch(NamedTuple):
    """A match and its robots."""

    id: str
    robots: list[Robot | TreeReader]


def open_match(
    stack: ExitStack, browser: Browser, url: str, setting: Setting, rng: Random, is_down: Callable[[], bool]
) -> OpenMatch:
    """Opens a match by the form, and seats its robots; *stack* closes their browser contexts."""
    robots: list[Robot | TreeReader] = []
    for number, input_ in enumerate(setting.inputs, 1):
        context = stack.enter_context(browser.new_context(**WINDOWS[input_]))
        for script in (f"localStorage['recount.pace'] = '{setting.pace}'", setting.script, LOOKS):
            context.add_init_script(script)
        page = context.new_page()
        page.set_default_timeout(30_000)
        page_log = PageLog(page, f"Tester {number}", is_down)
        chance = Random(rng.random())
        robots.append(
            TreeReader(page, page_log, chance) if input_ == "tree" else Robot(page, page_log, input_, chance)
        )
    host = robots[0].page
    host.goto(f"{url}/new?game={setting.game}")
    host.fill("input[name=player]", robots[0].page_log.name)
    if setting.game == "arena":
        host.select_option("select[name='option.chapter']", str(setting.chapter))
    host.locator(f".counts label:has(input[value='{setting.seats}'])").click()
    for seat in range(1, len(robots)):
        host.select_option(f"select[name='who.{seat}']", "friend")
    if setting.game == "villainous":
        for seat in range(setting.seats):
            host.select_option(f"select[name='option.villains.{seat}']", VILLAINS[seat])
    host.click("#open")
    host.wait_for_selector("body[data-ready]", timeout=60_000)
    match = re.search(r"/m/(\w+)", host.url)
    assert match is not None
    if robots[1:]:
        host.wait_for_selector("#seats-list input")
    links = host.locator("#seats-list input").evaluate_all("inputs => inputs.map((input) => input.value)")
    for robot, link in zip(robots[1:], links, strict=False):
        robot.page.goto(link)
        robot.page.fill("input[name=player]", robot.page_log.name)
        robot.page.click("main form button")
        robot.page.wait_for_selector("body[data-ready]", timeout=60_000)
    return OpenMatch(match[1], robots)
