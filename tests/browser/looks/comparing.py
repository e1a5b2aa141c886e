"""Pictures at a quarter of their size, and the tiles in which two of them differ."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

from PIL import Image, ImageChops, ImageStat

PICTURES = Path(__file__).parent / "pictures"
"""The pictures that pages are compared with. `python -m tests.browser.looks.write` rewrites them."""
REDUCTION = 4
QUALITY = 85
"""Quality of stored pictures. A new one loses as much before it is compared."""
TILE = 12
"""Side of a tile in pixels of a reduced picture."""
TOLERANCE = 6.0
"""Largest mean difference of a tile in steps of 256."""


def store(picture: Image.Image, name: str) -> None:
    """Stores *picture* as the one that a page is compared with."""
    PICTURES.mkdir(exist_ok=True)
    (PICTURES / f"{name}.webp").write_bytes(_compress(picture))


def find_differences(picture: Image.Image, name: str) -> list[str]:
    """Returns the regions of *picture* that differ from the stored one, in pixels of the window.

    Raises `OSError` if there is no picture of this name.
    """
    file = (PICTURES / f"{name}.webp").read_bytes()
    reduced, stored = (Image.open(BytesIO(each)).convert("RGB") for each in (_compress(picture), file))
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


def _compress(picture: Image.Image) -> bytes:
    file = BytesIO()
    picture.reduce(REDUCTION).save(file, "WEBP", quality=QUALITY)
    return file.getvalue()
