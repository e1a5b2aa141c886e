"""A robot that plays a match page as a person does: it sees what is offered there, and picks one of it.

It knows no rules and never speaks to the service: whatever it does goes through a mouse, a finger or keys.
"""

from __future__ import annotations

import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any, Literal

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Page

from .watching import Watched

Hand = Literal["mouse", "touch", "keys"]

LOOKS = Path(__file__).with_name("looks.js").read_text(encoding="utf-8")
"""The robot's eyes, which a page has to load before it is opened."""

PAUSES = (0.05, 0.3)
"""Seconds between two acts, at least and at most: a practised person's."""

PATIENCE = 45.0
"""Seconds without any change after which a page counts as frozen, while the service runs."""

ARROWS = ("ArrowDown", "ArrowRight", "ArrowUp", "ArrowLeft")

ENOUGH = 0.5
"""How likely somebody who may choose several, and has chosen enough, is done with it."""

SELDOM = 0.1
"""How likely somebody takes what stands back, such as going back, where something else is offered."""

TABS = 12
"""So many times a person would press Tab to come to the question."""


class Frozen(Exception):
    """A page stands still although the match goes on, or although it was told an answer."""


class Robot:
    """Somebody at a page."""

    def __init__(self, page: Page, watched: Watched, hand: Hand, luck: Random) -> None:
        self.page = page
        self.watched = watched
        self.hand = hand
        self.acts = 0
        self.keys: Counter[int] = Counter()
        self._luck = luck
        self._next = 0.0
        self._seen: Any = None
        self._changed = time.monotonic()
        self._picked = ""

    @property
    def over(self) -> bool:
        """Tells whether the page says how the match ended."""
        return self._seen is not None and bool(self._seen["result"])

    @property
    def sees(self) -> Any:
        """What the robot saw when it looked last, and where the focus is."""
        return self._seen | self.page.evaluate("robot.focus()")

    def step(self, *, served: bool = True) -> None:
        """Looks at the page, and acts once if it is time; raises `Frozen` for a page that stands still.

        *served* tells whether the service runs: nobody can blame a page for waiting while it does not.
        """
        told = self.page.evaluate("robot.watch()")
        seen, now = told["seen"], time.monotonic()
        if seen != self._seen:
            self._seen, self._changed = seen, now
        if not served:
            self._changed = now
        self._complain(seen, told["shifts"], told["focus"])
        if self.over:
            return
        if now - self._changed > PATIENCE:
            raise Frozen(f"{self.watched.name} stands still after “{self._picked}”: {seen}")
        if now >= self._next and seen["options"] and (seen["asked"] or seen["dialog"]):
            self._act(seen)
            self._next = time.monotonic() + self._luck.uniform(*PAUSES)

    def _complain(self, seen: Any, shifts: Any, focus: Any) -> None:
        """Notes what nobody should have to bear."""
        if seen["asked"] and seen["hidden"] and not seen["dialog"] and not self._reading:
            self.watched.complain("question out of sight", f"{seen['hidden']}: {seen['question'][:60]}")
        self._reading = seen["asked"]
        for shift in shifts:
            self.watched.shifted(shift)
        if self.acts and focus["nowhere"] and not self._lost:
            self.watched.complain("focus fell to body", f"after “{self._picked}”")
        self._lost = focus["nowhere"]

    _reading = False
    """Whether the question was there before: whoever scrolls to an option may lose sight of it."""

    _lost = False
    """Whether the focus was nowhere before: one loss is one complaint."""

    def _act(self, seen: Any) -> None:
        try:
            if self.hand == "keys":
                self._press(seen)
            else:
                self._point(seen)
        except PlaywrightError as error:  # what was to be picked may have gone
            if "Execution context" in str(error) or "closed" in str(error):
                raise

    def _point(self, seen: Any) -> None:
        told = self.page.evaluate("n => robot.point(n)", self._wanted(seen))
        if told is None:
            return
        self._note(told["name"])
        x, y = told["point"]
        if self.hand == "touch":
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.move(x, y)
            self.page.mouse.click(x, y)

    def _wanted(self, seen: Any) -> int:
        """Returns which option to take: nobody takes back what he has just chosen, or chooses for ever."""
        if seen["done"] >= 0 and self._luck.random() < ENOUGH:
            return int(seen["done"])
        fresh = [n for n, chosen in enumerate(seen["chosen"]) if not chosen]
        forward = [n for n in fresh if not seen["quiet"][n]]
        wanted = forward if forward and self._luck.random() >= SELDOM else fresh
        return self._luck.choice(wanted or range(len(seen["options"])))

    def _press(self, seen: Any) -> None:
        """Tabs to what is offered, walks along it by arrows, and presses Enter."""
        pressed = 0
        focus = self.page.evaluate("robot.focus()")
        while focus["option"] < 0 and pressed < TABS:
            self.page.keyboard.press("Tab")
            pressed += 1
            focus = self.page.evaluate("robot.focus()")
        self.keys[pressed] += 1
        if focus["option"] < 0:
            seen = self.page.evaluate("robot.look()")
            if not seen["asked"]:  # what was offered has gone meanwhile: an answer that was lost had arrived
                return
            self.watched.complain("no option within reach of Tab", f"{focus['is']}, after “{self._picked}”")
            self.page.evaluate("document.querySelector('#question').scrollIntoView()")
            self._point(seen)
            return
        focus = self._walk(focus, self._wanted(seen) if seen["done"] >= 0 else None)
        if focus["option"] < 0 or focus["chosen"]:  # arrows lead to things that are not offered as well
            return
        if focus["quiet"] and not all(seen["quiet"]) and self._luck.random() >= SELDOM:
            return
        self._note(focus["is"])
        self.page.keyboard.press("Enter")

    def _walk(self, focus: Any, wanted: int | None) -> Any:
        """Presses arrows: down a list to what is *wanted*, or anywhere; returns where the focus is then."""
        if wanted is None:
            for _ in range(self._luck.randrange(5)):
                self.page.keyboard.press(
                    self._luck.choice(["ArrowDown", "ArrowRight", "ArrowUp", "ArrowLeft"])
                )
            return self.page.evaluate("robot.focus()")
        visited: Counter[int] = Counter()
        while focus["option"] != wanted and visited[focus["option"]] < 2:
            at = focus["option"]
            visited[at] += 1
            along, across = ("ArrowDown", "ArrowRight") if wanted > at else ("ArrowUp", "ArrowLeft")
            self.page.keyboard.press(along if visited[at] == 1 else across)  # options may lie side by side
            focus = self.page.evaluate("robot.focus()")
        return focus

    def _note(self, picked: str) -> None:
        self.acts += 1
        self._picked = picked
