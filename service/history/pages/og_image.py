"""Pictures of matches, as other sites show them beside a link: drawn here, of what the public may see."""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from typing import Any

from flask import Response, request
from msgspec.structs import replace
from PIL import Image, ImageDraw, ImageFont

from domain import table
from domain.games import Game
from replays.film import Replay
from replays.languages import Language

from ... import faces
from ...bootstrap import Services
from ...faces.drawing import Colour, Disc, Label, Sketch
from ...http.languages import accepted
from ...http.pages import Pages
from ...http.responses import services
from ...site import i18n
from .documented import PICTURE

pictures = Pages("pictures", __name__, PICTURE)

WIDTH, HEIGHT = 1200, 630
"""The size that Open Graph wants, in pixels."""

FINE = 2
"""So many times larger it is drawn, to be made smooth."""
KEPT = 64
"""How many pictures a process remembers."""
MARGIN, COLUMN = 40, 380

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


@pictures.get("/m/<match>/picture.png")
def picture(match: str) -> Response:
    """Shows the board after fact `?seq=`, or as the first round begins: never how it ended, unless asked.

    It names players, so it is kept only as long as it is the same.
    """
    seq = request.args.get("seq", 0, int)
    body = drawn(*shown(services(), match, seq))
    reply = Response(body, headers={"Cache-Control": "public, no-cache"}, content_type="image/png")
    reply.add_etag()
    reply.make_conditional(request)
    return reply


def shown(services: Services, match: str, seq: int) -> tuple[str, tuple[str, ...], Sketch]:
    """Returns title, players and board of *match* after fact *seq*, as the public may see them.

    They are told in the language of the request. Without a *seq*, it is the first round. Raises
    `UnknownMatch`, `Forbidden` and `NoSuchMoment`.
    """
    viewer = services.access.viewer_for(match, None)
    window = services.access.window(match, viewer)
    game, film = window.game, window.film()
    played = film.at(seq or first_round(game, film))
    scene = table.scene(film.rules, played, viewer)
    players = tuple(name or "…" for name in services.players.seated(scene.players))
    translator = Language(accepted(), i18n.catalogue(accepted()))
    sketch = faces.sketch(game, scene.board, game.in_language(film.rules.book, translator.code))
    seats = tuple((colour, translator.tells(score)) for colour, score in sketch.seats)
    return game.TITLE, players, replace(sketch, caption=translator.tells(sketch.caption), seats=seats)


def first_round(game: Game, film: Replay[Any, Any]) -> int:
    """Returns the fact with which the first round of a match began, the last one if none did."""
    low, high = 1, len(film)
    while low < high:
        middle = (low + high) // 2
        if game.measures(film.facts[:middle]).rounds:
            high = middle
        else:
            low = middle + 1
    return low


@lru_cache(KEPT)
def drawn(title: str, players: tuple[str, ...], sketch: Sketch) -> bytes:
    """Returns a PNG: the board on the right, on the left what is played, by whom, and how they stand."""
    sheet = Image.new("RGB", (WIDTH * FINE, HEIGHT * FINE), COLOURS["paper"])
    pen = _Pen(ImageDraw.Draw(sheet))
    pen.board(sketch)
    pen.column(title, players, sketch)
    told = BytesIO()
    sheet.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS).save(told, "PNG", optimize=True)
    return told.getvalue()


class _Pen:
    """Draws on one sheet, told places in the pixels of the finished picture."""

    def __init__(self, draw: ImageDraw.ImageDraw) -> None:
        self._draw = draw

    def column(self, title: str, players: tuple[str, ...], sketch: Sketch) -> None:
        """Writes what is played, by whom, and how each stands."""
        y = self._lines(title, MARGIN, 36, "ink") + 6
        y = self._lines(sketch.caption, y, 26, "soft") + 30
        size = 34 if len(players) < 4 else 25
        for name, (colour, score) in zip(players, sketch.seats, strict=True):
            self._box((MARGIN, y + 4, MARGIN + 8, y + 2.3 * size), colour)
            self._text((MARGIN + 24, y), _cut(name, size, COLUMN - 24), size, "ink")
            self._text(
                (MARGIN + 24, y + 1.3 * size), _cut(score, size * 0.7, COLUMN - 24), size * 0.7, "soft"
            )
            y += 2.9 * size
        self._text((MARGIN, HEIGHT - MARGIN - 24), "Recount", 24, "soft")

    def board(self, sketch: Sketch) -> None:
        """Draws *sketch* as large as there is room for it."""
        left = MARGIN + COLUMN + MARGIN
        wide, tall = WIDTH - left - MARGIN, HEIGHT - 2 * MARGIN
        scale = min(wide / sketch.width, tall / sketch.height)
        x0 = left + (wide - scale * sketch.width) / 2
        y0 = MARGIN + (tall - scale * sketch.height) / 2

        def at(point: tuple[float, float]) -> tuple[float, float]:
            return (FINE * (x0 + scale * point[0]), FINE * (y0 + scale * point[1]))

        for mark in sketch.marks:
            if isinstance(mark, Label):
                font = _font(mark.size * scale)
                self._draw.text(at(mark.at), mark.text, COLOURS[mark.fill], font, anchor="mm")
                continue
            fill, edge = COLOURS.get(mark.fill), COLOURS.get(mark.edge)
            width = round(mark.width * scale * FINE) if edge else 0
            if isinstance(mark, Disc):
                radius = mark.radius * scale * FINE
                self._draw.circle(at(mark.at), radius, fill, edge, width)
            else:
                self._draw.polygon([at(corner) for corner in mark.corners], fill, edge, width)

    def _lines(self, text: str, y: float, size: float, colour: Colour) -> float:
        """Writes *text* in as many lines as the column needs; returns where the next one begins."""
        line = ""
        for word in [*text.split(), ""]:
            longer = f"{line} {word}".strip()
            if not word or _font(size).getlength(longer) > COLUMN * FINE:
                self._text((MARGIN, y), line, size, colour)
                y, longer = y + 1.25 * size, word
            line = longer
        return y

    def _text(self, at: tuple[float, float], text: str, size: float, colour: Colour) -> None:
        self._draw.text((at[0] * FINE, at[1] * FINE), text, COLOURS[colour], _font(size))

    def _box(self, corners: tuple[float, float, float, float], colour: Colour) -> None:
        self._draw.rectangle([FINE * corner for corner in corners], COLOURS[colour])


def _cut(text: str, size: float, width: float) -> str:
    """Returns *text* as far as it fits in *width*."""
    if _font(size).getlength(text) <= width * FINE:
        return text
    while _font(size).getlength(f"{text}…") > width * FINE:
        text = text[:-1]
    return f"{text}…"


@lru_cache
def _font(size: float) -> ImageFont.FreeTypeFont:
    """Returns the font that comes with the library, in a size in pixels of the finished picture."""
    font = ImageFont.load_default(size * FINE)
    assert isinstance(font, ImageFont.FreeTypeFont)
    return font
