"""Looks at every page in all languages, light and dark, with axe, and takes pictures of some."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from service.shared.language_codes import LANGUAGES
from tests.browser.accessibility import in_light_and_dark
from tests.browser.chromium import chromium
from tests.browser.looks.gallery import list_looks, open_gallery
from tests.browser.touring import Touring


def find_violations() -> Iterator[tuple[str, list[str]]]:
    """Yields each page in each language, with what is wrong in it in light and in dark."""
    with TemporaryDirectory(prefix="recount-") as data, chromium() as browser:
        touring = Touring(browser, Path(data))
        for path in touring.different(touring.tour.paths):
            for code in LANGUAGES:
                touring.goes_to(path, code)
                yield f"{path} ({code})", in_light_and_dark(touring.page)
        touring.close()


def take_pictures(folder: Path) -> int:
    """Writes pictures of pages in all windows, themes and languages to *folder*, and returns their number."""
    folder.mkdir(parents=True, exist_ok=True)
    with (
        TemporaryDirectory(prefix="recount-") as data,
        chromium() as browser,
        open_gallery(browser, Path(data)) as gallery,
    ):
        looks = list_looks(list(gallery.paths))
        for look in looks:
            gallery.take(look).save(folder / f"{look}.png")
    return len(looks)
