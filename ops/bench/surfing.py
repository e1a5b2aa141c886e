"""A real Chromium: what a page weighs, when its board is drawn, how long a key takes to show."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from playwright.sync_api import Browser, BrowserContext, Page

SIZE: Any = {"width": 1280, "height": 900}
SETTLING = 500
"""Milliseconds that a page has, after it is drawn, for what it still wants to load."""
PATIENCE = 30_000
"""Milliseconds that anything may take."""

WATCHING = """
const painted = (tell) => requestAnimationFrame(() => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => tell(performance.now());
  port2.postMessage(0);
});
new MutationObserver((_, observer) => {
  if (!document.querySelector(".board > *")) return;
  observer.disconnect();
  painted((at) => { window.drawn = at; });
}).observe(document, { childList: true, subtree: true });
window.steps = [];
window.watchKeys = () => {
  let began;
  addEventListener("keydown", () => { began = performance.now(); }, true);
  addEventListener("keydown", () => {
    const since = began, script = performance.now() - since;
    painted((at) => { window.steps.push([script, at - since]); });
  });
};
"""
"""Notes when the first board is on the screen, and of each key how long scripts and the screen took.

Times begin with the navigation or the key. A message that is sent while a frame is made arrives after it.
"""

FIRST_BOARD = "() => window.drawn"
FIRST_PAINT = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime"


class Visit(NamedTuple):
    """A page was opened: `bytes` came over the wire, headers too; drawn after so many milliseconds."""

    bytes: int
    drawn: float


class Step(NamedTuple):
    """A key was pressed: milliseconds that scripts took, and until the next frame was on the screen."""

    script: float
    shown: float


@contextmanager
def person(browser: Browser) -> Iterator[BrowserContext]:
    """Lets somebody use *browser* who was never here: nothing is kept from earlier visits."""
    context = browser.new_context(viewport=SIZE)
    context.set_default_timeout(PATIENCE)
    context.add_init_script(WATCHING)
    yield context
    context.close()


@contextmanager
def opened(context: BrowserContext, address: str, board: bool = True) -> Iterator[tuple[Page, Visit]]:
    """Opens *address* in a new page, and waits for its *board*, or if it has none for anything."""
    page = context.new_page()
    wire = context.new_cdp_session(page)
    arrived: list[int] = []
    wire.on("Network.loadingFinished", lambda told: arrived.append(int(told["encodedDataLength"])))
    wire.send("Network.enable")
    page.goto(address)
    drawn: float = page.wait_for_function(FIRST_BOARD if board else FIRST_PAINT).json_value()
    page.wait_for_timeout(SETTLING)
    yield page, Visit(sum(arrived), drawn)
    page.close()


def presses(page: Page, keys: Sequence[str]) -> list[Step]:
    """Presses *keys* one after the other, each when the last has been shown."""
    page.evaluate("() => window.watchKeys()")
    for count, key in enumerate(keys, 1):
        page.keyboard.press(key)
        page.wait_for_function("(count) => window.steps.length === count", arg=count)
    return [Step(*times) for times in page.evaluate("() => window.steps")]
