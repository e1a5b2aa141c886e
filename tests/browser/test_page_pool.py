"""No test finds what another one has left in a page."""

from __future__ import annotations

from playwright.sync_api import Browser

from .page_pool import PagePool
from .serving import Served

MARK = "document.cookie = localStorage.mark = sessionStorage.mark = window.name = 'mark=left'"
LEFT = """[
  document.cookie, localStorage.mark, sessionStorage.mark, window.name,
  history.length, matchMedia("print").matches, innerWidth,
]"""


def test_who_takes_a_page_finds_nothing_of_who_had_it_before(chromium: Browser, served: Served) -> None:
    pages = PagePool(chromium)
    page = pages.take()
    page.goto(f"{served.url}/healthz")
    clean = page.evaluate(LEFT)
    page.goto(f"{served.url}/readyz")
    page.evaluate(MARK)
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 360, "height": 740})
    page.context.new_page().goto(served.url)
    assert not any(left == was for left, was in zip(page.evaluate(LEFT), clean, strict=True))
    pages.release(served.url)

    assert pages.take() is page
    assert page.context.pages == [page]
    page.goto(f"{served.url}/healthz")
    assert page.evaluate(LEFT) == clean
    page.context.set_offline(True)
    another = pages.take()
    another.goto(f"{served.url}/healthz")
    another.clock.install()
    pages.release(served.url)
    assert page.is_closed(), "nobody else is to be without a network"
    assert another.is_closed(), "or to have a clock that a test moves"
