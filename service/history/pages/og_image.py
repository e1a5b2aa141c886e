"""Pictures of matches for previews of links, from the public view."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from flask import Response, request
from msgspec.structs import replace

from domain import table
from domain.games import Game
from replays.playback.replay import Replay
from replays.text.languages import Language

from ... import faces
from ...faces.drawing import Disc, Label, Sketch
from ...http.heavy import costly, heavy
from ...http.pages import Pages
from ...http.services import services
from ...identity.players import PlayerDirectory
from ...matches.viewing.access import Access
from ...shared import i18n
from ...shared.languages import accepted
from ...shared.registry import Registry
from ...site.canvas import (
    COLOURS,
    HEIGHT,
    MARGIN,
    PICTURE_CACHE_SIZE,
    SCALE,
    WIDTH,
    Canvas,
    load_font,
    picture_response,
    truncate,
)
from .documented import PICTURE

pictures = Pages("pictures", __name__, PICTURE)

COLUMN_WIDTH = 380
"""Width of the column of players in pixels."""


@pictures.get("/m/<match>/picture.png")
@costly
@heavy
def picture(match: str) -> Response:
    """Shows the board after fact `?seq=`, or at the first round, so that it spoils no result."""
    seq = request.args.get("seq", 0, int)
    return picture_response(draw_picture(*picture_content(services(), match, seq)))


def picture_content(services: Registry, match: str, seq: int) -> tuple[str, tuple[str, ...], Sketch]:
    """Returns title, players and board of *match* after fact *seq*, in the public view.

    They are in the language of the request. The default of *seq* is the first round. Raises `UnknownMatch`,
    `Forbidden` and `NoSuchMoment`.
    """
    viewer = services[Access].viewer_for(match, None)
    window = services[Access].window(match, viewer)
    game, replay = window.game, window.load_replay()
    match_state = replay.at(seq or first_round(game, replay))
    scene = table.make_scene(replay.rules, match_state, viewer)
    players = tuple(name or "…" for name in services[PlayerDirectory].seat_players(scene.players).names)
    translator = Language(accepted(), i18n.catalogue(accepted()))
    sketch = faces.sketch(game, scene.board, game.translate_book(replay.rules.book, translator.code))
    seats = tuple((colour, translator.render(score)) for colour, score in sketch.seats)
    return game.TITLE, players, replace(sketch, caption=translator.render(sketch.caption), seats=seats)


def first_round(game: Game, replay: Replay[Any, Any]) -> int:
    """Returns the first fact of the first round of a match, or the last fact without one."""
    low, high = 1, len(replay)
    while low < high:
        middle = (low + high) // 2
        if game.measure_match(replay.facts[:middle]).rounds:
            high = middle
        else:
            low = middle + 1
    return low


@lru_cache(PICTURE_CACHE_SIZE)
def draw_picture(title: str, players: tuple[str, ...], sketch: Sketch) -> bytes:
    """Returns a PNG with the board on the right, and game, players and scores on the left."""
    canvas = Canvas()
    _draw_board(canvas, sketch)
    _draw_column(canvas, title, players, sketch)
    return canvas.png()


def _draw_column(canvas: Canvas, title: str, players: tuple[str, ...], sketch: Sketch) -> None:
    """Writes game, players and scores."""
    y = canvas.draw_lines(title, MARGIN, 36, "ink", COLUMN_WIDTH) + 6
    y = canvas.draw_lines(sketch.caption, y, 26, "soft", COLUMN_WIDTH) + 30
    size = 34 if len(players) < 4 else 25
    for name, (colour, score) in zip(players, sketch.seats, strict=True):
        canvas.fill_box((MARGIN, y + 4, MARGIN + 8, y + 2.3 * size), colour)
        canvas.draw_text((MARGIN + 24, y), truncate(name, size, COLUMN_WIDTH - 24), size, "ink")
        small = size * 0.7
        canvas.draw_text(
            (MARGIN + 24, y + 1.3 * size), truncate(score, small, COLUMN_WIDTH - 24), small, "soft"
        )
        y += 2.9 * size
    canvas.draw_signature()


def _draw_board(canvas: Canvas, sketch: Sketch) -> None:
    """Draws *sketch* as large as possible."""
    remaining = MARGIN + COLUMN_WIDTH + MARGIN
    wide, tall = WIDTH - remaining - MARGIN, HEIGHT - 2 * MARGIN
    scale = min(wide / sketch.width, tall / sketch.height)
    x0 = remaining + (wide - scale * sketch.width) / 2
    y0 = MARGIN + (tall - scale * sketch.height) / 2

    def at(point: tuple[float, float]) -> tuple[float, float]:
        return (SCALE * (x0 + scale * point[0]), SCALE * (y0 + scale * point[1]))

    for mark in sketch.marks:
        if isinstance(mark, Label):
            canvas.pen.text(
                at(mark.at), mark.text, COLOURS[mark.fill], load_font(mark.size * scale), anchor="mm"
            )
            continue
        fill, edge = COLOURS.get(mark.fill), COLOURS.get(mark.edge)
        width = round(mark.width * scale * SCALE) if edge else 0
        if isinstance(mark, Disc):
            canvas.pen.circle(at(mark.at), mark.radius * scale * SCALE, fill, edge, width)
        else:
            canvas.pen.polygon([at(corner) for corner in mark.corners], fill, edge, width)
