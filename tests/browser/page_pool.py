"""Pages that are kept for the next test: a new one takes a process, and compiles every script again."""

from __future__ import annotations

import json
from collections import defaultdict
from functools import partial
from typing import Any, NamedTuple

from playwright.sync_api import Browser, CDPSession, Page
from playwright.sync_api import Error as PlaywrightError

from .chromium import AS_WRITTEN, PATIENCE

AT_ONCE = "try { localStorage['recount.pace'] ??= 'instant' } catch { /* a frame that may keep nothing */ }"
"""Shows what others do at once, unless a test chooses another pace."""

WINDOW = {"width": 1280, "height": 900}
MEDIA = {"color_scheme": "light", "reduced_motion": "reduce", "forced_colors": "none"}
"""Those options of a context that a page can be told anew, as they are unless a test chooses."""

LASTING = (
    *("add_init_script", "add_locator_handler", "expose_binding", "expose_function", "on", "once", "route"),
    *("grant_permissions", "new_cdp_session", "set_extra_http_headers", "set_geolocation", "set_offline"),
    *("install", "pause_at", "set_fixed_time", "set_system_time"),  # of its clock
)
"""What a test does to a page, its context or its clock for good: it is not kept then."""

FORGETS = """localStorage.clear();
sessionStorage.clear();
window.name = '';
indexedDB.deleteDatabase('recount')"""


class _Kept(NamedTuple):
    kind: str
    page: Page
    devtools: CDPSession


class PagePool:
    """Pages of a service, each in a context of its own.

    A page that is released keeps nothing of the test but what its browser knows of the service's files: no
    cookie, no storage, no history. `complaints` is what scripts have failed with since the last release.
    """

    def __init__(self, browser: Browser) -> None:
        self.complaints: list[str] = []
        self._browser = browser
        self._free = defaultdict[str, list[_Kept]](list)
        self._taken: list[_Kept] = []
        self._changed = set[Page]()

    def take(self, **how: Any) -> Page:
        """Returns an empty page in a context with the options *how*.

        With `kept=False` it is a new one, which nobody has afterwards: its browser knows no file yet.
        """
        window = how.pop("viewport", WINDOW)
        media = {name: how.pop(name, usual) for name, usual in MEDIA.items()}
        kind = json.dumps(how, sort_keys=True)
        kept = self._free[kind].pop() if self._free[kind] else self._new(kind, how)
        self._taken.append(kept)
        kept.page.set_viewport_size(window)
        kept.page.emulate_media(**media)
        return kept.page

    def release(self, url: str) -> None:
        """Takes back all pages that were taken, and keeps those that are at the service at *url*."""
        while self._taken:
            kept = self._taken.pop()
            if self._reusable(kept.page, url) and _clean(kept):
                self._free[kept.kind].append(kept)
            else:
                kept.page.context.close()
        self.complaints.clear()

    def _new(self, kind: str, how: dict[str, Any]) -> _Kept:
        own = not how.pop("kept", True)
        how.setdefault("service_workers", "block")  # one would answer the next test from its cache
        context = self._browser.new_context(viewport=WINDOW, **how)  # type: ignore[arg-type]
        context.set_default_timeout(PATIENCE)
        context.add_init_script(AT_ONCE)
        context.add_init_script(AS_WRITTEN)
        page = context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda told: self.complaints.append(told.text) if told.type == "error" else None)
        kept = _Kept(kind, page, context.new_cdp_session(page))
        if own:
            self._changed.add(page)
        for changed in (page, context, context.clock):
            for name in LASTING:
                if does := getattr(changed, name, None):
                    setattr(changed, name, partial(self._change, page, does))
        return kept

    def _change(self, page: Page, does: Any, *how: Any, **more: Any) -> Any:
        self._changed.add(page)
        return does(*how, **more)

    def _reusable(self, page: Page, url: str) -> bool:
        """Returns whether a test has left *page* so that another one may have it."""
        return not page.is_closed() and page not in self._changed and page.url.startswith(url)


def _clean(kept: _Kept) -> bool:
    """Leaves the page's address, lets its context forget the test, and returns whether that worked.

    A page that follows a link at this moment cannot be cleaned: its scripts end in between.
    """
    page = kept.page
    for other in page.context.pages:
        if other is not page:
            other.close()
    try:
        page.evaluate("location.replace('about:blank')")
        page.wait_for_url("about:blank")
        page.evaluate(FORGETS)  # this empty page is still one of the service's origin
    except PlaywrightError:
        return False
    page.mouse.move(-1, -1)
    page.context.clear_cookies()
    kept.devtools.send("Page.resetNavigationHistory")
    return True
