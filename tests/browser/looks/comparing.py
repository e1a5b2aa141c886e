"""Pictures at a quarter of their size with fewer colours, and the tiles in which two of them differ."""

from __future__ import annotations

from pathlib import Path

from PIL import Image, ImageChops, ImageOps, ImageStat

PICTURES = Path(__file__).parent / "pictures"
"""The pictures that pages are compared with. `python -m tests.browser.looks.write` rewrites them."""
REDUCTION = 4
BITS = 5
"""Bits of each channel of a colour, which makes pictures small."""
TILE = 12
"""Side of a tile in pixels of a reduced picture."""
TOLERANCE = 2.0
"""Largest mean difference of a tile in steps of 256."""


def store(picture: Image.Image, name: str) -> None:
    """Stores *picture* as the one that a page is compared with."""
    PICTURES.mkdir(exist_ok=True)
    _reduce(picture).save(PICTURES / f"{name}.webp", lossless=True, method=6)


def find_differences(picture: Image.Image, name: str) -> list[str]:
    """Returns the regions of *picture* that differ from the stored one, in pixels of the window.

    Raises `OSError` if there is no picture of this name.
    """
    reduced, stored = _reduce(picture), Image.open(PICTURES / f"{name}.webp").convert("RGB")
    if reduced.size != stored.size:
        return [f"it is {picture.size}"]
    difference = ImageChops.difference(reduced, stored)
    regions = []
    for top in range(0, reduced.height, TILE):
        for left in range(0, reduced.width, TILE):
            tile = difference.crop((left, top, left + TILE, top + TILE))
            amount = max(ImageStat.Stat(tile).mean)
            if amount > TOLERANCE:
                regions.append(f"x {left * REDUCTION}, y {top * REDUCTION}: {amount:.0f}")
    return regions


def _reduce(picture: Image.Image) -> Image.Image:
    return ImageOps.posterize(picture.reduce(REDUCTION), BITS)
