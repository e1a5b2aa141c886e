"""A sheet that pictures for other sites are drawn on: its size, its colours, its type."""

from __future__ import annotations

from functools import cache, lru_cache
from importlib import resources
from io import BytesIO

from flask import Response, request
from PIL import Image, ImageDraw, ImageFont

from ..faces.drawing import Colour

WIDTH, HEIGHT = 1200, 630
"""The size that Open Graph wants, in pixels."""
FINE = 2
"""So many times larger it is drawn, to be made smooth."""
KEPT = 64
"""How many pictures of a kind a process remembers."""
MARGIN = 40

COLOURS: dict[Colour, str] = {
    "blue": "#2b62a8",
    "red": "#b3382c",
    "gold": "#b98a1d",
    "line": "#cfc8ba",
    "sheet": "#ffffff",
    "paper": "#fbf9f5",
    "ink": "#1d2329",
    "soft": "#5b6570",
}


class Sheet:
    """An empty sheet; places and sizes are told in the pixels of the finished picture."""

    def __init__(self) -> None:
        self._image = Image.new("RGB", (WIDTH * FINE, HEIGHT * FINE), COLOURS["paper"])
        self.pen = ImageDraw.Draw(self._image)

    def png(self) -> bytes:
        """Returns the finished picture."""
        bytes_io = BytesIO()
        self._image.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS).save(bytes_io, "PNG", optimize=True)
        return bytes_io.getvalue()

    def signed(self) -> None:
        """Writes who shows this, at the lower left."""
        self.text((MARGIN, HEIGHT - MARGIN - 24), "Recount", 24, "soft")

    def text(
        self, at: tuple[float, float], text: str, size: float, colour: Colour, anchor: str = "la"
    ) -> None:
        """Writes *text* in one line; *anchor* is as Pillow has it."""
        self.pen.text((at[0] * FINE, at[1] * FINE), text, COLOURS[colour], font(size), anchor=anchor)

    def lines(self, text: str, y: float, size: float, colour: Colour, width: float) -> float:
        """Writes *text* at the left in as many lines as it needs; returns where the next one begins."""
        line = ""
        for word in [*text.split(), ""]:
            longer = f"{line} {word}".strip()
            if not word or font(size).getlength(longer) > width * FINE:
                self.text((MARGIN, y), line, size, colour)
                y, longer = y + 1.25 * size, word
            line = longer
        return y

    def box(self, corners: tuple[float, float, float, float], colour: Colour) -> None:
        """Fills a rectangle: left, top, right, bottom."""
        self.pen.rectangle([FINE * corner for corner in corners], COLOURS[colour])


def cut(text: str, size: float, width: float) -> str:
    """Returns *text* as far as it fits in *width*."""
    if font(size).getlength(text) <= width * FINE:
        return text
    while font(size).getlength(f"{text}…") > width * FINE:
        text = text[:-1]
    return f"{text}…"


@lru_cache
def font(size: float) -> ImageFont.FreeTypeFont:
    """Returns our font, which is Latin, Greek and Cyrillic, in a size in pixels of the finished picture."""
    return ImageFont.truetype(BytesIO(_font()), size * FINE)


@cache
def _font() -> bytes:
    return (resources.files(__package__) / "fonts/sans.ttf").read_bytes()


def sent(picture: bytes) -> Response:
    """Returns a picture to be asked for again: it names players, so it is kept only while it is the same."""
    reply = Response(picture, headers={"Cache-Control": "public, no-cache"}, content_type="image/png")
    reply.add_etag()
    reply.make_conditional(request)
    return reply
