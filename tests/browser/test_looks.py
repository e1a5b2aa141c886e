"""Pages look as they did: two looks of twelve pages, compared with stored pictures.

`python -m tests.browser.looks.write` rewrites the pictures after a wanted change.
`ops/do soak --pictures FOLDER` takes pictures of all looks.
"""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser

from .looks.comparing import PICTURES, find_differences
from .looks.gallery import Gallery, Look, choose_looks, open_gallery

WRITE = "python -m tests.browser.looks.write"
PATIENCE = 5
"""Pictures of a page, the first of which may show something half drawn."""


def test_pages_look_as_they_did(chromium: Browser, tmp_path: Path) -> None:
    with open_gallery(chromium, tmp_path) as gallery:
        looks = choose_looks(list(gallery.paths))
        changed = {str(look): regions for look in looks if (regions := compare(gallery, look))}
    assert changed == {}, f"{PICTURES} has the new pictures, *.new.png; `{WRITE}` makes them the stored ones"


def compare(gallery: Gallery, look: Look) -> list[str]:
    """Returns the regions of a page that have changed, and stores its new picture then."""
    picture = gallery.take(look)
    for _ in range(PATIENCE):
        if not (regions := find_differences(picture, str(look))):
            return []
        picture = gallery.retake()
    picture.save(PICTURES / f"{look}.new.png")
    return regions
