"""Pictures of matches for previews of links, from the public view."""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from typing import Any

from flask import Response, request
from msgspec.structs import replace

from domain import table
from domain.games import Game
from domain.model import Viewer
from replays.playback.replay import Replay
from replays.text.fact_narrator import FactNarrator
from replays.text.languages import Language, game_language
from replays.text.names import localized_names

from ... import faces
from ...faces.drawing import Sketch
from ...http.heavy import costly, heavy
from ...http.pages import Pages
from ...http.services import services
from ...identity.players import PlayerDirectory
from ...matches.viewing.access import Access
from ...matches.viewing.narrators import fact_narrator
from ...shared import i18n
from ...shared.languages import accepted
from ...shared.registry import Registry
from ...site.canvas import (
    HEIGHT,
    MARGIN,
    PICTURE_CACHE_SIZE,
    WIDTH,
    Canvas,
    picture_response,
    truncate,
)
from ...site.painting import paint_sketch
from .documented import PICTURE

pictures = Pages("pictures", __name__, PICTURE)

COLUMN_WIDTH = 380
"""Width of the column of players in pixels."""
MAX_FRAMES = 8
COLOURS_OF_GIF = 64
FRAME_TIME, LAST_FRAME_TIME = 900, 3000
"""Milliseconds of a frame."""


@pictures.get("/m/<match>/picture.png")
@costly
@heavy
def picture(match: str) -> Response:
    """Shows the board after fact `?seq=`, or at the first round, so that it spoils no result."""
    seq = request.args.get("seq", 0, int)
    return picture_response(draw_picture(*picture_content(services(), match, seq)))


@pictures.get("/m/<match>/picture.gif")
@costly
@heavy
def animation(match: str) -> Response:
    """Shows the boards of the turn up to fact `?seq=`, by default the last one, one after the other."""
    viewer = services()[Access].viewer_for(match, None)
    window = services()[Access].window(match, viewer)
    replay = window.load_replay()
    last = request.args.get("seq", len(replay), int)
    window.require_visible(last)
    moments = _moments_of_turn(window.game, replay, viewer, last)
    frames = tuple(picture_content(services(), match, seq) for seq in moments)
    return picture_response(draw_animation(frames), "image/gif")


def _moments_of_turn(game: Game, replay: Replay[Any, Any], viewer: Viewer, last: int) -> list[int]:
    """Returns the facts of the turn up to fact *last* that change the drawn board, at most the last ones."""
    turns = (seq for seq in range(last, 0, -1) if isinstance(replay.facts[seq - 1].event, game.STORY.turns))
    moments: list[int] = []
    drawn: Sketch | None = None
    for seq in range(next(turns, 1), last + 1):
        scene = table.make_scene(replay.rules, replay.at(seq), viewer)
        sketch = faces.sketch(game, scene.board, replay.rules.book)
        if sketch != drawn:
            moments.append(seq)
            drawn = sketch
    return moments[-MAX_FRAMES:]


@lru_cache(16)
def draw_animation(frames: tuple[tuple[str, tuple[str, ...], Sketch, str], ...]) -> bytes:
    """Returns the pictures of *frames* as one GIF of half their size."""
    pictures = [compose_picture(*frame).finish().reduce(2).quantize(COLOURS_OF_GIF) for frame in frames]
    durations = [FRAME_TIME] * (len(pictures) - 1) + [LAST_FRAME_TIME]
    file = BytesIO()
    pictures[0].save(file, "GIF", save_all=True, append_images=pictures[1:], duration=durations, loop=0)
    return file.getvalue()


def picture_content(services: Registry, match: str, seq: int) -> tuple[str, tuple[str, ...], Sketch, str]:
    """Returns title, players, board and sentence of *match* after fact *seq*, in the public view.

    They are in the language of the request. The default of *seq* is the first round. Raises `UnknownMatch`,
    `Forbidden` and `NoSuchMoment`.
    """
    viewer = services[Access].viewer_for(match, None)
    window = services[Access].window(match, viewer)
    game, replay = window.game, window.load_replay()
    match_state = replay.at(seq or first_round(game, replay))
    scene = table.make_scene(replay.rules, match_state, viewer)
    translator = Language(accepted(), i18n.catalogue(accepted()))
    seated_players = services[PlayerDirectory].seat_players(scene.players)
    players = tuple(name or "…" for name in seated_players.names_in(translator.code))
    book = replay.rules.book
    names = localized_names(game, book, game_language(game.NAME, translator.code))
    sketch = faces.sketch(game, scene.board, game.translate_book(book, translator.code), names)
    seats = tuple((colour, translator.render(score)) for colour, score in sketch.seats)
    sketch = replace(sketch, caption=translator.render(sketch.caption), seats=seats)
    narrator = fact_narrator(game, replay, viewer, services[PlayerDirectory], translator.code)
    return game.TITLE, players, sketch, _sentence(narrator, seq)


def _sentence(narrator: FactNarrator, seq: int) -> str:
    """Returns the sentence of fact *seq*, or of the last one before it that has one."""
    return next(filter(None, (narrator.narrate(number) for number in range(seq, max(0, seq - 8), -1))), "")


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
def draw_picture(title: str, players: tuple[str, ...], sketch: Sketch, sentence: str = "") -> bytes:
    """Returns a PNG with the board on the right, and game, players, scores and a sentence on the left."""
    return compose_picture(title, players, sketch, sentence).png()


def compose_picture(title: str, players: tuple[str, ...], sketch: Sketch, sentence: str) -> Canvas:
    """Returns the canvas of that picture."""
    canvas = Canvas()
    left = MARGIN + COLUMN_WIDTH + MARGIN
    paint_sketch(canvas, sketch, (left, MARGIN), WIDTH - left - MARGIN, HEIGHT - 2 * MARGIN)
    _draw_column(canvas, title, players, sketch, sentence)
    return canvas


def _draw_column(canvas: Canvas, title: str, players: tuple[str, ...], sketch: Sketch, sentence: str) -> None:
    """Writes game, players, scores, and the sentence of the moment as far as there is room."""
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
    if sentence:
        canvas.fill_box((MARGIN, y + 8, MARGIN + 60, y + 12), "gold")
        canvas.draw_lines(sentence, y + 28, 24, "ink", COLUMN_WIDTH, HEIGHT - MARGIN - 44)
    canvas.draw_signature()
