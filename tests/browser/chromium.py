"""Debian's Chromium without its windows, which takes half the time to draw a page, driven by Playwright."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, expect, sync_playwright

QUIET = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update", "--process-per-site",
]  # fmt: skip
"""Chromium as root in a container, without talking to anybody, and a process for all pages of one person."""

AS_WRITTEN = "crypto.getRandomValues = (bytes) => bytes.fill(7);"
"""Scripts the chance of a page, which has a part in every shuffle."""

PATIENCE = 60_000
"""Milliseconds after which what a test waits for counts as missing, on a busy machine too."""


@contextmanager
def chromium() -> Iterator[Browser]:
    """Runs Chromium."""
    program = shutil.which("chromium-headless-shell")
    if program is None:
        raise RuntimeError("Chromium is not installed: ops/setup test does that.")
    with sync_playwright() as playwright:
        expect.set_options(timeout=PATIENCE)
        browser = playwright.chromium.launch(executable_path=program, args=QUIET)
        yield browser
        browser.close()
