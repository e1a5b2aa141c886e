"""A whole match of the soak, from the form to its end, with what was wrong on the way."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack
from random import Random
from typing import NamedTuple

from playwright.sync_api import Browser

from tests.browser.serving import HTTP, Served

from .robot import Frozen, Robot
from .tables import Opened, Setting, opened

BEAT = 0.1
"""Seconds between two looks at a page: what lasts less, nobody is kept from anything by."""

LONGEST = 3600.0
"""Seconds after which a match counts as endless: six seats, fact by fact, take half an hour."""

AFTER = 5.0
"""Seconds that pages are watched after the end: who has heard it asks no more."""

OUTAGE = 3.0
"""Seconds between a kill and the start that follows."""


class Played(NamedTuple):
    """What came of a match: `wrong` is empty for one that went as it should."""

    setting: Setting
    facts: str
    acts: int
    seconds: float
    refused: int
    wrong: tuple[str, ...]


def play(browser: Browser, served: Served, setting: Setting, seed: int) -> Played:
    """Plays a match as *setting* says; what is wrong with the pages is told, never raised."""
    rng, began = Random(seed), time.monotonic()
    outage = Outages(served, setting.kills, rng)
    with ExitStack() as stack:
        table = opened(stack, browser, served.url, setting, rng, lambda: outage.recent)
        wrong: list[str] = []
        try:
            while not all(robot.over for robot in table.robots):
                outage.step(sum(robot.acts for robot in table.robots))
                for robot in table.robots:
                    robot.step(served=not outage.recent)
                time.sleep(BEAT)
                if time.monotonic() - began > LONGEST:
                    raise Frozen(f"not over after {LONGEST:.0f} s")
            _after(table.robots, wrong)
            if not outage.recent:
                wrong += _behind(table, served.url)
        except Frozen as frozen:
            wrong.append(f"frozen: {frozen}")
            wrong += [f"{robot.watched.name} sees {robot.sees}" for robot in table.robots]
        for robot in table.robots:
            found = robot.watched.found
            first = robot.watched.first
            wrong += [f"{robot.watched.name}: {kind} ×{found[kind]}: {first[kind]}" for kind in found]
        moment = table.robots[0].page.evaluate("robot.look().moment")
        acts = sum(robot.acts for robot in table.robots)
        refused = sum(robot.watched.refused for robot in table.robots)
    return Played(setting, moment, acts, time.monotonic() - began, refused, tuple(wrong))


def _after(robots: list[Robot], wrong: list[str]) -> None:
    """Watches pages after the end of their match: they are quiet, and say nothing of a lost line."""
    for robot in robots:
        robot.page.wait_for_timeout(1000)
        robot.watched.streams = 0
    for robot in robots:
        robot.page.wait_for_timeout(1000 * AFTER / len(robots))
        if robot.watched.streams:
            wrong.append(f"{robot.watched.name} asked {robot.watched.streams} times for what follows the end")
        if robot.page.locator("#line").is_visible():
            wrong.append(f"{robot.watched.name} says the line is lost after the end")


def _behind(table: Opened, url: str) -> Iterator[str]:
    """Yields which pages do not show the match as the service has it."""
    last = HTTP.get(f"{url}/api/v1/matches/{table.match}").raise_for_status().json()["seq"]
    for robot in table.robots:
        moment = robot.page.evaluate("robot.look().moment")
        if moment != f"{last}/{last}":
            yield f"{robot.watched.name} shows {moment} of {last} facts"


class Outages:
    """Kills the service on the way, so often as is wanted, and starts it again."""

    def __init__(self, served: Served, kills: int, luck: Random) -> None:
        self._served = served
        self._due = sorted(luck.sample(range(4, 30), kills))
        self._since = float("-inf")
        self._away = False

    @property
    def recent(self) -> bool:
        """Tells whether the service is away, or was a moment ago: pages come back within some seconds."""
        return self._away or time.monotonic() - self._since < 10

    def step(self, acts: int) -> None:
        """Kills the service after as many *acts* as chance has it, and starts it again."""
        now = time.monotonic()
        if self._away and now - self._since > OUTAGE:
            self._served.start()
            self._away, self._since = False, time.monotonic()
        elif not self._away and self._due and acts >= self._due[0]:
            self._due.pop(0)
            self._served.kill()
            self._away, self._since = True, now
