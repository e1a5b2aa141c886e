"""A real Chromium, and a real service for it to look at."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page

from . import chromium as browsers
from .page_pool import PagePool
from .serving import Served, serving

Opens = Callable[..., Page]


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


@pytest.fixture(scope="package")
def pages(chromium: Browser) -> PagePool:
    """The pages that tests take one after the other."""
    return PagePool(chromium)


@pytest.fixture
def person(pages: PagePool, served: Served) -> Iterator[Callable[..., Page]]:
    """Opens the browser of somebody with cookies of their own, at *path* if there is one.

    A script that fails there fails the test.
    """

    def open_page(path: str = "", **how: object) -> Page:
        page = pages.take(**how)
        if path:
            page.goto(served.url + path)
        return page

    yield open_page
    complaints = [trouble for trouble in pages.complaints if not served.expected(trouble)]
    pages.release(served.url)
    assert complaints == []
