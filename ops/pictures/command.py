"""Takes the pictures anew, of a real service in Chromium: `ops/do pictures`; or sheets by their names.

Those that the README and the manual show, and of every main page two sheets in `pages`, light and dark: at
1440, 1024 and 360 pixels.
"""

from __future__ import annotations

import io
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
from PIL import Image
from playwright.sync_api import Browser, Page

from tests.browser.chromium import chromium
from tests.browser.serving import serving

from .stage import laid
from .visits import Visit, visits

HERE = Path(__file__).parent
WIDE: Any = {"width": 1400, "height": 900}
PHONE: Any = {"width": 360, "height": 760}
SIZES: Any = [{"width": 1440, "height": 900}, {"width": 1024, "height": 900}, {"width": 360, "height": 900}]
SMALL = 0.5
"""How large a sheet is beside the screens on it."""
GAP = 24
"""Pixels between screens that stand beside each other."""
QUALITY = 60
"""Of sheets, which are WebP: letters can be read, and a sheet takes some 50 kB."""

SHOWN = {"arena": "light", "villainous": "dark", "study": "light", "desk": "light"}
"""Pages that are shown by a picture of their own, and how."""
ON_PHONES = {"arena": "light", "villainous": "dark", "front": "light"}


@click.command()
@click.argument("wanted", metavar="[SHEET]...", nargs=-1)
def main(wanted: tuple[str, ...]) -> None:
    """Takes every picture anew, of a real service in Chromium, or the sheets WANTED alone."""
    with tempfile.TemporaryDirectory() as data, serving(Path(data)) as service, chromium() as browser:
        pages = visits(laid(service))
        for name, visit in pages.items():
            if not wanted or name in wanted:
                sheet(name, browser, visit)
        if not wanted:
            for name, scheme in SHOWN.items():
                keep(f"{name}.png", [shot(browser, pages[name], WIDE, scheme)])
            phones = [
                shot(browser, pages[name], PHONE, scheme, device_scale_factor=1.5)
                for name, scheme in ON_PHONES.items()
            ]
            keep("phones.png", phones)


def sheet(name: str, browser: Browser, visit: Visit) -> None:
    """Shows a page at every size, light and dark: a sheet each."""
    for scheme in ("light", "dark"):
        keep(f"pages/{name}-{scheme}.webp", [shot(browser, visit, size, scheme) for size in SIZES], SMALL)


def shot(browser: Browser, visit: Visit, size: Any, scheme: str, **how: Any) -> bytes:
    """Returns what is on the screen of somebody who came by *visit* and was never here before."""
    with person(browser, viewport=size, color_scheme=scheme, **how) as page:
        visit(page)
        return page.screenshot(animations="disabled")


@contextmanager
def person(browser: Browser, **how: Any) -> Iterator[Page]:
    """Lets somebody who was never here look at pages."""
    context = browser.new_context(**{"reduced_motion": "reduce", **how})
    yield context.new_page()
    context.close()


def keep(name: str, shots: list[bytes], scale: float = 1) -> None:
    """Writes screens beside each other as one small picture."""
    screens = [Image.open(io.BytesIO(screen)).convert("RGB") for screen in shots]
    wide = sum(screen.width for screen in screens) + GAP * (len(screens) - 1)
    image = Image.new("RGB", (wide, max(screen.height for screen in screens)), "white")
    remaining = 0
    for screen in screens:
        image.paste(screen, (remaining, 0))
        remaining += screen.width + GAP
    if scale != 1:
        image = image.resize((round(image.width * scale), round(image.height * scale)))
    if name.endswith(".png"):
        image.quantize(256).save(HERE / name, optimize=True)
    else:
        image.save(HERE / name, quality=QUALITY, method=6)
