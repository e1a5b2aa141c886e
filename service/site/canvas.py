"""The canvas of pictures for other sites, with its size, colours and font."""

from __future__ import annotations

from functools import cache, lru_cache
from importlib import resources
from io import BytesIO

from flask import Response, request
from PIL import Image, ImageDraw, ImageFont

from ..faces.drawing import Colour, Paint, Tint

WIDTH, HEIGHT = 1200, 630
"""The size of Open Graph pictures, in pixels."""
SCALE = 2
"""The canvas is this many times larger than the picture, which smooths its edges."""
PICTURE_CACHE_SIZE = 64
"""Pictures of a kind that a process caches."""
MARGIN = 40

COLOURS: dict[Colour, str] = {
    "blue": "#2b62a8",
    "red": "#b3382c",
    "gold": "#a67a17",
    "brass": "#e6c069",
    "rim": "#8f7c5c",
    "board": "#d8cdb8",
    "stone": "#f4ecdc",
    "line": "#cfc8ba",
    "sheet": "#ffffff",
    "paper": "#fbf9f5",
    "ink": "#1d2329",
    "soft": "#5b6570",
}


def find_colour(paint: Paint) -> str | None:
    """Returns the colour of *paint* in pictures, which are light, or nothing if it is transparent."""
    return paint.light if isinstance(paint, Tint) else COLOURS.get(paint)


class Canvas:
    """An empty canvas. Positions and sizes are in pixels of the finished picture."""

    def __init__(self) -> None:
        self._image = Image.new("RGB", (WIDTH * SCALE, HEIGHT * SCALE), COLOURS["paper"])
        self.pen = ImageDraw.Draw(self._image)

    def png(self) -> bytes:
        """Returns the finished picture as PNG."""
        bytes_io = BytesIO()
        self.finish().save(bytes_io, "PNG", optimize=True)
        return bytes_io.getvalue()

    def stamp(self, mask: Image.Image, at: tuple[float, float], paint: Paint) -> None:
        """Fills a *mask* with a colour; its upper left corner is *at* a point of the canvas."""
        if colour := find_colour(paint):
            self._image.paste(colour, (round(at[0]), round(at[1])), mask)

    def finish(self) -> Image.Image:
        """Returns the finished picture."""
        return self._image.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)

    def draw_signature(self) -> None:
        """Writes the name of the service at the lower left."""
        self.draw_text((MARGIN, HEIGHT - MARGIN - 24), "Recount", 24, "soft")

    def draw_text(
        self, at: tuple[float, float], text: str, size: float, colour: Colour, anchor: str = "la"
    ) -> None:
        """Writes *text* in one line at an *anchor* of Pillow."""
        self.pen.text((at[0] * SCALE, at[1] * SCALE), text, COLOURS[colour], load_font(size), anchor=anchor)

    def draw_lines(
        self, text: str, y: float, size: float, colour: Colour, width: float, bottom: float = HEIGHT
    ) -> float:
        """Writes *text* at the left in lines of at most *width*, and returns the `y` of the next line.

        The last line above the *bottom* is cut with an ellipsis if others would follow.
        """
        line = ""
        words = text.split()
        for n, word in enumerate([*words, ""]):
            longer = f"{line} {word}".strip()
            if not word or load_font(size).getlength(longer) > width * SCALE:
                if word and y + 2.25 * size > bottom:
                    line = truncate(" ".join([line, *words[n:]]), size, width)
                    self.draw_text((MARGIN, y), line, size, colour)
                    return y
                self.draw_text((MARGIN, y), line, size, colour)
                y, longer = y + 1.25 * size, word
            line = longer
        return y

    def fill_box(self, corners: tuple[float, float, float, float], paint: Paint) -> None:
        """Fills a rectangle with the *corners* left, top, right and bottom."""
        self.pen.rectangle([SCALE * corner for corner in corners], find_colour(paint))


def truncate(text: str, size: float, width: float) -> str:
    """Returns *text*, cut with an ellipsis to fit in *width*."""
    if load_font(size).getlength(text) <= width * SCALE:
        return text
    while load_font(size).getlength(f"{text}…") > width * SCALE:
        text = text[:-1]
    return f"{text}…"


@lru_cache
def load_font(size: float) -> ImageFont.FreeTypeFont:
    """Returns our Latin, Greek and Cyrillic font in *size* pixels of the finished picture."""
    return ImageFont.truetype(BytesIO(_font_bytes()), size * SCALE)


@cache
def _font_bytes() -> bytes:
    return (resources.files(__package__) / "fonts/sans.ttf").read_bytes()


def picture_response(picture: bytes, content_type: str = "image/png") -> Response:
    """Returns a picture that caches must revalidate, because it names players."""
    reply = Response(picture, headers={"Cache-Control": "public, no-cache"}, content_type=content_type)
    reply.add_etag()
    reply.make_conditional(request)
    return reply
