"""Takes the pictures anew, of a real service in Chromium: `python -m ops.pictures`.

Those that the README shows, and of every main page two sheets in `pages`, light and dark: at 1440, 1024 and
360 pixels.
"""

from __future__ import annotations

import io
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page

from ops.benchmarks.surfing import SETTLING
from tests.browser import judging
from tests.browser.chromium import chromium
from tests.browser.serving import Served, serving
from tests.browser.table import Table, played, ready

HERE = Path(__file__).parent
WIDE: Any = {"width": 1400, "height": 900}
PHONE: Any = {"width": 360, "height": 760}
SIZES: Any = [{"width": 1440, "height": 900}, {"width": 1024, "height": 900}, {"width": 360, "height": 900}]
PAGES = {
    "front": "/lobby",
    "new": "/new?game=villainous",
    "tournaments": "/t",
    "statistics": "/statistics",
    "study": "/study",
    "rules": "/rules/arena",
}
"""The main pages without a match, by their addresses."""
SMALL = 0.5
"""How large a sheet is beside the screens on it."""
GAP = 24
"""Pixels between phones that stand beside each other."""

TABLES: dict[str, tuple[dict[str, Any], int, int]] = {
    "arena": ({"chapter": 4}, 2, 95),
    "villainous": ({"villains": ["captain-hook", "queen-of-hearts", "prince-john"]}, 3, 130),
}
"""The options of each match, its seats, and how many answers it has seen."""


def main() -> None:
    """Takes every picture."""
    with tempfile.TemporaryDirectory() as data, serving(Path(data)) as service, chromium() as browser:
        tables = {game: played(service, game, *_how(game)) for game in TABLES}
        with person(browser, color_scheme="light") as page:
            watch(page, tables["arena"])
            keep("arena", [shot(page)])
            arrive(page, f"{service.url}/study")
            keep("study", [shot(page)])
        with person(browser, color_scheme="dark") as page:
            watch(page, tables["villainous"])
            keep("villainous", [shot(page)])
        with person(browser, color_scheme="light") as page:
            keep("desk", [desk(page, service, tables["arena"])])
        keep("phones", list(phones(browser, service, tables)))
        for name, path in {**PAGES, **{game: f"/m/{table.match}" for game, table in tables.items()}}.items():
            sheet(name, browser, service.url + path)


def sheet(name: str, browser: Browser, address: str) -> None:
    """Shows a page at every size, light and dark: a sheet each, as a small picture has few colours."""
    for scheme in ("light", "dark"):
        shots = []
        for size in SIZES:
            with person(browser, viewport=size, color_scheme=scheme) as page:
                arrive(page, address)
                shots.append(shot(page))
        keep(f"pages/{name}-{scheme}", shots, SMALL)


def _how(game: str) -> tuple[dict[str, Any], int, int]:
    options, seats, answers = TABLES[game]
    return options, answers, seats


@contextmanager
def person(browser: Browser, **how: Any) -> Iterator[Page]:
    """Lets somebody who was never here look at pages."""
    context = browser.new_context(**{"viewport": WIDE, "reduced_motion": "reduce", **how})
    yield context.new_page()
    context.close()


def arrive(page: Page, address: str) -> None:
    """Opens a page, and waits until nothing moves there."""
    page.goto(address)
    page.wait_for_timeout(SETTLING)


def watch(page: Page, table: Table) -> None:
    """Opens a match as it stands."""
    arrive(page, f"{table.url}/m/{table.match}")
    ready(page)


def desk(page: Page, service: Served, table: Table) -> bytes:
    """Shows the desk, with what a judge sees and how the record stands."""
    judging.comes_to_the_desk(page, table, judging.api_token(service, "judge-1"))
    judging.looks_as_judge(page)
    return shot(page)


def phones(browser: Browser, service: Served, tables: dict[str, Table]) -> Iterator[bytes]:
    """Shows the lobby and both games on a phone."""
    visits: list[tuple[str, Callable[[Page], None]]] = [
        ("light", lambda page: watch(page, tables["arena"])),
        ("dark", lambda page: watch(page, tables["villainous"])),
        ("light", lambda page: arrive(page, f"{service.url}/lobby")),
    ]
    for scheme, visit in visits:
        with person(browser, viewport=PHONE, device_scale_factor=1.5, color_scheme=scheme) as page:
            visit(page)
            yield shot(page)


def shot(page: Page) -> bytes:
    """Returns what is on the screen."""
    return page.screenshot(animations="disabled")


def keep(name: str, shots: list[bytes], scale: float = 1) -> None:
    """Writes screens beside each other as one small picture."""
    screens = [Image.open(io.BytesIO(screen)).convert("RGB") for screen in shots]
    wide = sum(screen.width for screen in screens) + GAP * (len(screens) - 1)
    whole = Image.new("RGB", (wide, max(screen.height for screen in screens)), "white")
    left = 0
    for screen in screens:
        whole.paste(screen, (left, 0))
        left += screen.width + GAP
    if scale != 1:
        whole = whole.resize((round(whole.width * scale), round(whole.height * scale)))
    whole.quantize(256).save(HERE / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
