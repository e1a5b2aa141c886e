"""Plays a whole match with robots, from the form to its end."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack
from random import Random
from typing import NamedTuple

from playwright.sync_api import Browser

from tests.browser.serving import HTTP, Served

from .robot import Frozen, Robot
from .tables import OpenMatch, Setting, open_match
from .tree_reader import TreeReader

STEP_SECONDS = 0.1
"""Pause between two steps; shorter disturbances hinder no person."""
MATCH_SECONDS = 3600.0
"""Longest match; six seats, fact by fact, take half an hour."""
WATCH_SECONDS = 5.0
"""Observation of the pages after the end, which need no more facts."""
MAX_GROWTH = 1.2
"""Largest number of nodes of a page after its match, in those of the same page when it is loaded."""
OUTAGE_SECONDS = 3.0
RECOVERY_SECONDS = 10.0
"""Time for pages to reconnect after an outage."""


class PlayedMatch(NamedTuple):
    """The result of a match; `findings` is empty for a good one."""

    setting: Setting
    moment: str
    acts: int
    seconds: float
    refused: int
    findings: tuple[str, ...]


def play(browser: Browser, served: Served, setting: Setting, seed: int) -> PlayedMatch:
    """Plays a match by *setting*; the result contains all faults of the pages."""
    rng, start = Random(seed), time.monotonic()
    outages = Outages(served, setting.kills, rng)
    with ExitStack() as stack:
        match = open_match(stack, browser, served.url, setting, rng, lambda: outages.is_recent)
        robots, findings = match.robots, list[str]()
        try:
            while not all(robot.is_over for robot in robots):
                outages.step(sum(robot.acts for robot in robots))
                for robot in robots:
                    robot.step(is_served=not outages.is_recent)
                time.sleep(STEP_SECONDS)
                if time.monotonic() - start > MATCH_SECONDS:
                    raise Frozen(f"not over after {MATCH_SECONDS:.0f} s")
            findings += watch_after_end(robots)
            if not outages.is_recent:
                findings += find_stale_pages(match, served.url)
                findings += find_growth(robots)
        except Frozen as frozen:
            findings.append(f"frozen: {frozen}")
            findings += [f"{robot.page_log.name} sees {robot.view}" for robot in robots]
        for robot in robots:
            findings += robot.page_log.findings()
        moment = robots[0].page.evaluate("robot.look().moment")
        acts = sum(robot.acts for robot in robots)
        refused = sum(robot.page_log.refused for robot in robots)
    return PlayedMatch(setting, moment, acts, time.monotonic() - start, refused, tuple(findings))


def watch_after_end(robots: list[Robot | TreeReader]) -> Iterator[str]:
    """Yields faults of pages after the end of their match: requests for facts, or a lost connection."""
    for robot in robots:
        robot.page.wait_for_timeout(1000)
        robot.page_log.streams = 0
    for robot in robots:
        robot.page.wait_for_timeout(1000 * WATCH_SECONDS / len(robots))
        if robot.page_log.streams:
            yield f"{robot.page_log.name} asked {robot.page_log.streams} times for facts after the end"
        if robot.page.locator("#line").is_visible():
            yield f"{robot.page_log.name} shows a lost connection after the end"


def find_stale_pages(match: OpenMatch, url: str) -> Iterator[str]:
    """Yields the pages that do not show the last fact of the service."""
    last = HTTP.get(f"{url}/api/v1/matches/{match.id}").raise_for_status().json()["seq"]
    for robot in match.robots:
        moment = robot.page.evaluate("robot.look().moment")
        if moment != f"{last}/{last}":
            yield f"{robot.page_log.name} shows {moment} of {last} facts"


def find_growth(robots: list[Robot | TreeReader]) -> Iterator[str]:
    """Yields the pages that hold many more nodes after the match than when they are loaded."""
    for robot in robots:
        played = robot.page.evaluate("robot.nodes()")
        robot.page.reload()
        robot.page.wait_for_selector("body[data-ready]")
        loaded = robot.page.evaluate("robot.nodes()")
        if played > MAX_GROWTH * loaded:
            yield f"{robot.page_log.name} has {played} nodes after the match, and {loaded} when it is loaded"


class Outages:
    """Random kills of the service, each with a later start."""

    def __init__(self, served: Served, kills: int, rng: Random) -> None:
        self._served = served
        self._kill_at_acts = sorted(rng.sample(range(4, 30), kills))
        self._changed_at = float("-inf")
        self._is_down = False

    @property
    def is_recent(self) -> bool:
        """Whether the service is down, or was so recently."""
        return self._is_down or time.monotonic() - self._changed_at < RECOVERY_SECONDS

    def step(self, acts: int) -> None:
        """Kills or starts the service, when *acts* or time require it."""
        now = time.monotonic()
        if self._is_down and now - self._changed_at > OUTAGE_SECONDS:
            self._served.start()
            self._is_down, self._changed_at = False, time.monotonic()
        elif not self._is_down and self._kill_at_acts and acts >= self._kill_at_acts[0]:
            self._kill_at_acts.pop(0)
            self._served.kill()
            self._is_down, self._changed_at = True, now
