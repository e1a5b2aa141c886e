"""Rewrites the pictures that pages are compared with, after a wanted change of how they look."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from tests.browser.chromium import chromium

from .comparing import PICTURES, store
from .gallery import choose_looks, open_gallery


def main() -> None:
    """Takes the pictures, and deletes those of pages that are compared no more."""
    for old in PICTURES.glob("*"):
        old.unlink()
    with (
        TemporaryDirectory(prefix="recount-") as data,
        chromium() as browser,
        open_gallery(browser, Path(data)) as gallery,
    ):
        for look in choose_looks(list(gallery.paths)):
            store(gallery.take(look), str(look))


if __name__ == "__main__":
    main()
