"""Takes the pictures of the documents: matches, the study page, the judge's desk, and phones."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click
from PIL import Image
from playwright.sync_api import Browser, Page

from tests.browser import judging
from tests.browser.chromium import chromium
from tests.browser.serving import HTTP, Served, serving
from tests.browser.table import Table, played, ready

HERE = Path(__file__).parent
DESKTOP: Any = {"viewport": {"width": 1400, "height": 900}}
PHONE: Any = {"viewport": {"width": 360, "height": 760}, "device_scale_factor": 1.5}
GAP_PIXELS = 24
SETTLING_MILLISECONDS = 500
COLORS = 256

Visit = Callable[[Page], None]


@click.command()
def main() -> None:
    """Takes every picture anew, of a real service in Chromium."""
    with TemporaryDirectory() as data, serving(Path(data)) as service, chromium() as browser:
        visits = prepare_visits(service)
        schemes = {"arena": "light", "villainous": "dark", "study": "light", "desk": "light"}
        for name, scheme in schemes.items():
            write_picture(name, [take_screenshot(browser, visits[name], scheme, DESKTOP)])
        on_phones = {"arena": "light", "villainous": "dark", "front": "light"}
        screens = [take_screenshot(browser, visits[name], on_phones[name], PHONE) for name in on_phones]
        write_picture("phones", screens)


def prepare_visits(service: Served) -> Mapping[str, Visit]:
    """Plays the matches to show, and returns the way to each page."""
    arena = played(service, "arena", {"chapter": 4}, 95, 2)
    villains = ["captain-hook", "queen-of-hearts", "prince-john"]
    villainous = played(service, "villainous", {"villains": villains}, 130, 3)
    disputed = played(service, "arena", {"chapter": 1}, 16, seed=3)
    open_dispute(disputed)

    def visit_desk(page: Page) -> None:
        judging.comes_to_the_desk(page, disputed, judging.api_token(service, "judge-1"))
        judging.looks_as_judge(page)

    return {
        "arena": lambda page: visit_match(page, arena),
        "villainous": lambda page: visit_match(page, villainous),
        "study": lambda page: visit(page, f"{service.url}/study"),
        "desk": visit_desk,
        "front": lambda page: visit(page, f"{service.url}/lobby"),
    }


def open_dispute(table: Table) -> None:
    """Disputes a fact of the match at *table*."""
    body = {"claim": "That was one step too many.", "evidence": [{"seq": table.sees()["seq"] - 20}]}
    headers = {"Authorization": f"Bearer {table.plays[0]}"}
    address = f"{table.url}/api/v1/matches/{table.match}/disputes"
    HTTP.post(address, json=body, headers=headers).raise_for_status()


def visit(page: Page, address: str) -> None:
    """Opens a page, and waits until nothing moves."""
    page.goto(address)
    page.wait_for_timeout(SETTLING_MILLISECONDS)


def visit_match(page: Page, table: Table) -> None:
    """Opens the page of a match."""
    visit(page, f"{table.url}/m/{table.match}")
    ready(page)


def take_screenshot(browser: Browser, visit: Visit, scheme: str, options: Mapping[str, Any]) -> bytes:
    """Returns the screen of a new person after *visit*."""
    context = browser.new_context(reduced_motion="reduce", color_scheme=scheme, **options)  # type: ignore[arg-type]
    page = context.new_page()
    visit(page)
    screen = page.screenshot(animations="disabled")
    context.close()
    return screen


def write_picture(name: str, screens: list[bytes]) -> None:
    """Writes *screens* side by side as one PNG with few colours."""
    images = [Image.open(io.BytesIO(screen)).convert("RGB") for screen in screens]
    width = sum(image.width for image in images) + GAP_PIXELS * (len(images) - 1)
    picture = Image.new("RGB", (width, max(image.height for image in images)), "white")
    left = 0
    for image in images:
        picture.paste(image, (left, 0))
        left += image.width + GAP_PIXELS
    picture.quantize(COLORS).save(HERE / f"{name}.png", optimize=True)
