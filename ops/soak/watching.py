"""What is wrong with a page while somebody plays on it: errors, refusals, things that jump."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import ConsoleMessage, Page, Request, Response

SHIFT = 0.05
"""The largest shift of a layout that is let pass while nobody touches the page."""

SHIFTS = 0.1
"""How far it may shift in all, in a window of shifts.

Windows and this bound are those of Cumulative Layout Shift (Web Vitals): what is more is felt as bad.
"""

PAUSE, LONGEST = 1000, 5000
"""Milliseconds between two shifts after which a window of them is over, and those it lasts at most."""


class Watched:
    """A page under observation, and what was wrong with it: kind → how often, and what was seen first."""

    def __init__(self, page: Page, name: str, away: Callable[[], bool]) -> None:
        self.name = name
        self.found: Counter[str] = Counter()
        self.first: dict[str, str] = {}
        self.refused = 0
        self.streams = 0
        self._away = away
        self._window = self._latest = self._moved = 0.0
        page.on("pageerror", lambda error: self.complain("script error", str(error)))
        page.on("console", self._console)
        page.on("response", self._response)
        page.on("request", self._request)

    def complain(self, kind: str, name: str) -> None:
        """Notes something that is wrong."""
        self.found[kind] += 1
        self.first.setdefault(kind, name)

    def shifted(self, shift: Any) -> None:
        """Notes a shift of the layout that nobody brought about, with those of its window."""
        at = shift["at"]
        if not 0 <= at - self._latest <= PAUSE or at - self._window > LONGEST:
            self._window, self._moved = at, 0.0
        self._latest = at
        self._moved += shift["value"]
        if shift["value"] > SHIFT or self._moved > SHIFTS:
            name = f"{self._moved:.3f} in all, {shift['value']:.3f} at last, {shift['from']}"
            self.complain(f"layout shift of {shift['moved']}", name)

    def _request(self, request: Request) -> None:
        self.streams += urlsplit(request.url).path.endswith("/facts")

    def _console(self, console_message: ConsoleMessage) -> None:
        if (
            console_message.type == "error"
            and "Failed to load resource" not in console_message.text
            and not self._away()
        ):
            self.complain("console error", console_message.text)

    def _response(self, reply: Response) -> None:
        if reply.status < 400 or self._away():
            return
        path = urlsplit(reply.url).path
        if reply.status == 422 and path.endswith("/answers"):  # picks that do not go together: its own doing
            self.refused += 1
            return
        self.complain(f"answered {reply.status}", f"{reply.request.method} {path}")
