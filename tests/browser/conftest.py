"""A real Chromium, and a real service for it to look at."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from . import chromium as browsers
from .serving import Served, serving

Opens = Callable[..., Page]

AT_ONCE = "try { localStorage['recount.pace'] ??= 'instant' } catch { /* a frame that may keep nothing */ }"
"""Shows what others do at once, unless a test chooses another pace."""


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """A browser, whose event loop must not outlive the tests of this folder."""
    with browsers.chromium() as browser:
        yield browser


@pytest.fixture(scope="package")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The service, in a process of its own, with a store of its own."""
    with serving(tmp_path_factory.mktemp("house")) as service:
        yield service


@pytest.fixture
def person(chromium: Browser, served: Served) -> Iterator[Callable[..., Page]]:
    """Opens the browser of somebody with cookies of their own, at *path* if there is one.

    A script that fails there fails the test.
    """
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def open_page(path: str = "", **how: object) -> Page:
        still: dict[str, object] = {"viewport": {"width": 1280, "height": 900}, "reduced_motion": "reduce"}
        context = chromium.new_context(**{**still, **how})  # type: ignore[arg-type]
        contexts.append(context)
        context.add_init_script(AT_ONCE)
        context.add_init_script(browsers.AS_WRITTEN)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda told: complaints.append(told.text) if told.type == "error" else None)
        if path:
            page.goto(served.url + path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert [trouble for trouble in complaints if not served.expected(trouble)] == []
