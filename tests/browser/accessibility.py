"""What axe-core finds in a page that keeps somebody from using it."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

WRONG_ALONE: dict[str, Any] = {"resultTypes": ["violations"]}
"""Has axe describe what is wrong, and not the thousand places that are right: it takes half as long."""
COLOURS_ALONE = WRONG_ALONE | {"runOnly": ["color-contrast", "link-in-text-block"]}
"""What may be wrong in one colour scheme and right in the other."""


def in_light_and_dark(page: Page) -> list[str]:
    """Returns what is wrong in *page* in light and in dark, which it shows as the machine likes it."""
    page.emulate_media(color_scheme="light")
    found = violations(page)
    page.emulate_media(color_scheme="dark")
    return found + [f"dark: {wrong}" for wrong in violations(page, options=COLOURS_ALONE)]


def violations(page: Page, within: str | None = None, options: dict[str, Any] = WRONG_ALONE) -> list[str]:
    """Returns what is wrong in *page*, or in the part that a selector names: each with where it shows."""
    found = Axe().run(page, context=within, options=options).response["violations"]
    return [
        f"{each['id']}: {each['help']} ({', '.join(str(node['target']) for node in each['nodes'][:3])})"
        for each in found
    ]
