"""What axe finds on pages around matches and tournaments; `ops/soak --pages` looks at every page."""

from __future__ import annotations

from itertools import cycle, product
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser

from service.shared.language_codes import LANGUAGES

from .accessibility import violations
from .touring import Touring

ELSEWHERE = ("/m/", "/t/", "/embed/", "/lobby", "/study", "/offline")
"""Pages that the tests beside this one look at, with what opens in them."""
LONG = ("/rules/villainous", "/rules/SA", "/proof")
"""Pages like others here, but much longer."""
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


def test_axe_finds_nothing_on_pages_around_matches_and_tournaments(chromium: Browser, tmp_path: Path) -> None:
    """Each page is looked at once: languages and themes come in turn."""
    touring = Touring(chromium, tmp_path)
    around = [path for path in touring.tour.paths if not path.startswith((*ELSEWHERE, *LONG))]
    looks = cycle(product(THEMES, LANGUAGES))
    found = {}
    for path, (theme, code) in zip(touring.different(around), looks, strict=False):
        touring.page.emulate_media(color_scheme=theme)
        touring.goes_to(path, code)
        if wrong := violations(touring.page):
            found[f"{path} ({theme}, {code})"] = wrong
    touring.close()
    assert found == {}
