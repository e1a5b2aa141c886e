"""A robot that plays on the page of a match as a person does: with a mouse, a finger, keys, or at a zoom.

It knows no rules, and sends nothing to the service itself.
"""

from __future__ import annotations

import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any, Literal

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Page

from .page_log import PageLog

Input = Literal["mouse", "touch", "keys", "zoom", "tree"]

LOOKS = Path(__file__).with_name("looks.js").read_text(encoding="utf-8")
"""The script by which a robot reads the page."""

PAUSE_SECONDS = (0.05, 0.3)
"""Shortest and longest pause between two acts, as of a practised person."""

FROZEN_SECONDS = 45.0
"""Time without a change on a page, while the service runs."""

ARROWS = ("ArrowDown", "ArrowRight", "ArrowUp", "ArrowLeft")

DONE_CHANCE = 0.5
"""Chance to finish a choice of several options that is complete."""

QUIET_CHANCE = 0.1
"""Chance to take a secondary option, such as an undo, beside others."""

MAX_TABS = 12
"""Presses of Tab until the question has to have the focus."""


class Frozen(Exception):
    """A page that does not change, although the match continues or the robot has answered."""


class Robot:
    """A robot at a page, and its number of `acts`."""

    def __init__(self, page: Page, page_log: PageLog, input_: Input, rng: Random) -> None:
        self.page = page
        self.page_log = page_log
        self._input = input_
        self.acts = 0
        self._rng = rng
        self._next_act = 0.0
        self._view: Any = None
        self._changed = time.monotonic()
        self._picked = ""

    @property
    def is_over(self) -> bool:
        """Whether the page shows the result."""
        return self._view is not None and bool(self._view["result"])

    @property
    def view(self) -> Any:
        """The last view of the page, and the focus."""
        return self._view | self.page.evaluate("robot.focus()")

    def step(self, *, is_served: bool = True) -> None:
        """Reads the page, and acts if it is time; raises `Frozen`, unless the service is down."""
        report = self.page.evaluate("robot.watch()")
        view, now = report["seen"], time.monotonic()
        if view != self._view:
            self._view, self._changed = view, now
        if not is_served:
            self._changed = now
        self._check(view, report["shifts"], report["focus"])
        for budget, detail in report["broken"]:
            self.page_log.complain(budget, detail)
        if self.is_over:
            return
        if now - self._changed > FROZEN_SECONDS:
            raise Frozen(f"{self.page_log.name} does not change after “{self._picked}”: {view}")
        if now >= self._next_act and view["options"] and (view["asked"] or view["dialog"]):
            self._act(view)
            self._next_act = time.monotonic() + self._rng.uniform(*PAUSE_SECONDS)

    def _check(self, view: Any, shifts: Any, focus: Any) -> None:
        """Records a hidden question, shifts of the layout, and a lost focus."""
        if view["asked"] and view["hidden"] and not view["dialog"] and not self._was_asked:
            self.page_log.complain("question out of sight", f"{view['hidden']}: {view['question'][:60]}")
        self._was_asked = view["asked"]
        for shift in shifts:
            self.page_log.record_shift(shift)
        if self.acts and focus["nowhere"] and not self._had_no_focus:
            self.page_log.complain("focus fell to body", f"after “{self._picked}”")
        self._had_no_focus = focus["nowhere"]

    _was_asked = False
    """Whether the question was there before: a scroll to an option may hide it."""

    _had_no_focus = False
    """Whether the focus was nowhere before, so that one loss counts once."""

    def _act(self, view: Any) -> None:
        try:
            if self._input == "keys":
                self._press(view)
            else:
                self._point(view)
        except PlaywrightError as error:  # the option may be gone
            if "Execution context" in str(error) or "closed" in str(error):
                raise

    def _point(self, view: Any) -> None:
        target = self.page.evaluate("n => robot.point(n)", self._choose(view))
        if target is None:
            return
        self._note(target["name"])
        x, y = target["point"]
        if self._input == "touch":
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.move(x, y)
            self.page.mouse.click(x, y)

    def _choose(self, view: Any) -> int:
        """Returns the index of an option, rarely a chosen or a quiet one."""
        if view["done"] >= 0 and self._rng.random() < DONE_CHANCE:
            return int(view["done"])
        fresh = [n for n, chosen in enumerate(view["chosen"]) if not chosen]
        forward = [n for n in fresh if not view["quiet"][n]]
        candidates = forward if forward and self._rng.random() >= QUIET_CHANCE else fresh
        return self._rng.choice(candidates or range(len(view["options"])))

    def _press(self, view: Any) -> None:
        """Tabs to the options, walks along them by arrows, and presses Enter."""
        pressed = 0
        focus = self.page.evaluate("robot.focus()")
        while focus["option"] < 0 and pressed < MAX_TABS:
            self.page.keyboard.press("Tab")
            pressed += 1
            focus = self.page.evaluate("robot.focus()")
        if focus["option"] < 0:
            view = self.page.evaluate("robot.look()")
            if not view["asked"]:  # an answer that seemed lost had arrived
                return
            self.page_log.complain("no option within reach of Tab", f"{focus['is']}, after “{self._picked}”")
            self.page.evaluate("document.querySelector('#question').scrollIntoView()")
            self._point(view)
            return
        focus = self._walk(focus, self._choose(view) if view["done"] >= 0 else None)
        if focus["option"] < 0 or focus["chosen"]:  # arrows also lead to other elements
            return
        if focus["quiet"] and not all(view["quiet"]) and self._rng.random() >= QUIET_CHANCE:
            return
        self._note(focus["is"])
        self.page.keyboard.press("Enter")

    def _walk(self, focus: Any, target: int | None) -> Any:
        """Presses arrows, down a list to option *target* or anywhere, and returns the focus."""
        if target is None:
            for _ in range(self._rng.randrange(5)):
                self.page.keyboard.press(self._rng.choice(ARROWS))
            return self.page.evaluate("robot.focus()")
        visited: Counter[int] = Counter()
        while focus["option"] != target and visited[focus["option"]] < 2:
            at = focus["option"]
            visited[at] += 1
            along, across = ("ArrowDown", "ArrowRight") if target > at else ("ArrowUp", "ArrowLeft")
            self.page.keyboard.press(along if visited[at] == 1 else across)  # options may lie side by side
            focus = self.page.evaluate("robot.focus()")
        return focus

    def _note(self, picked: str) -> None:
        self.acts += 1
        self._picked = picked
