"""What axe-core finds in a page that keeps somebody from using it."""

from __future__ import annotations

from typing import Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
"""Axe looks at one page in both: to load it again for the other takes as long as to look."""
WRONG_ALONE = {"resultTypes": ["violations"]}
"""Has axe describe what is wrong, and not the thousand places that are right: it takes half as long."""


def in_light_and_dark(page: Page) -> list[str]:
    """Returns what is wrong in *page* in light and in dark, which it shows as the machine likes it."""
    found: list[str] = []
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        found += [f"{scheme}: {wrong}" for wrong in violations(page)]
    return found


def violations(page: Page, within: str | None = None) -> list[str]:
    """Returns what is wrong in *page*, or in the part that a selector names: each with where it shows."""
    found = Axe().run(page, context=within, options=WRONG_ALONE).response["violations"]
    return [
        f"{each['id']}: {each['help']} ({', '.join(str(node['target']) for node in each['nodes'][:3])})"
        for each in found
    ]
