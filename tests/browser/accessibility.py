"""What axe-core finds in a page that keeps somebody from using it."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

WRONG_ALONE = {"resultTypes": ["violations"]}
"""Has axe describe what is wrong, and not the thousand places that are right: it takes half as long."""


def violations(page: Page, within: str | None = None) -> list[str]:
    """Returns what is wrong in *page*, or in the part that a selector names: each with where it shows."""
    found = Axe().run(page, context=within, options=WRONG_ALONE).response["violations"]
    return [
        f"{each['id']}: {each['help']} ({', '.join(str(node['target']) for node in each['nodes'][:3])})"
        for each in found
    ]
