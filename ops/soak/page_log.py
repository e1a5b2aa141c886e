"""Records the faults of a page: errors, refusals, and jumps of the layout."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import ConsoleMessage, Page, Request, Response

MAX_SHIFT = 0.05
"""Largest shift of a layout without input."""
MAX_WINDOW_SHIFT = 0.1
"""Largest sum of shifts in a window, as in Cumulative Layout Shift (Web Vitals)."""
WINDOW_GAP_MILLISECONDS, WINDOW_MILLISECONDS = 1000, 5000
"""The pause that ends a window of shifts, and its longest duration."""


class PageLog:
    """The faults of a page by kind, each with its count and its first occurrence.

    Refusals and console errors do not count while *is_down* returns true.
    """

    def __init__(self, page: Page, name: str, is_down: Callable[[], bool]) -> None:
        self.name, self._is_down = name, is_down
        self._counts = Counter[str]()
        self._first: dict[str, str] = {}
        self.refused = self.streams = 0
        self._window_start = self._last_shift = self._window_sum = 0.0
        page.on("pageerror", lambda error: self.complain("script error", str(error)))
        page.on("console", self._on_console)
        page.on("response", self._on_response)
        page.on("request", self._on_request)

    def complain(self, kind: str, detail: str) -> None:
        """Records a fault."""
        self._counts[kind] += 1
        self._first.setdefault(kind, detail)

    def findings(self) -> Iterator[str]:
        """Yields a line for each kind of fault."""
        for kind, count in self._counts.items():
            yield f"{self.name}: {kind} ×{count}: {self._first[kind]}"

    def record_shift(self, shift: Any) -> None:
        """Records a shift of the layout without input, with those of its window."""
        at = shift["at"]
        in_window = 0 <= at - self._last_shift <= WINDOW_GAP_MILLISECONDS
        if not in_window or at - self._window_start > WINDOW_MILLISECONDS:
            self._window_start, self._window_sum = at, 0.0
        self._last_shift = at
        self._window_sum += shift["value"]
        if shift["value"] > MAX_SHIFT or self._window_sum > MAX_WINDOW_SHIFT:
            detail = f"{self._window_sum:.3f} in all, {shift['value']:.3f} at last, {shift['from']}"
            self.complain(f"layout shift of {shift['moved']}", detail)

    def _on_request(self, request: Request) -> None:
        self.streams += urlsplit(request.url).path.endswith("/facts")

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type == "error" and "Failed to load resource" not in message.text and not self._is_down():
            self.complain("console error", message.text)

    def _on_response(self, response: Response) -> None:
        if response.status < 400 or self._is_down():
            return
        path = urlsplit(response.url).path
        if response.status == 422 and path.endswith("/answers"):  # the robot chose an invalid combination
            self.refused += 1
        else:
            self.complain(f"answered {response.status}", f"{response.request.method} {path}")
