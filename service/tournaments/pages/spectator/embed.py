"""Standings for other sites: a page that may be framed, and the picture beside a link."""

from __future__ import annotations

from functools import lru_cache

from flask import Response, render_template

from domain.tournament.lots.lot_decisions import undrawn_standings
from domain.tournament.ranking.standings import compute_standings
from replays.text.languages import Language

from ....catalog.playable_games import title
from ....http.heavy import heavy
from ....http.pages import Pages
from ....http.services import services
from ....identity.players import PlayerDirectory
from ....shared import i18n
from ....shared.languages import accepted
from ....site.canvas import HEIGHT, MARGIN, PICTURE_CACHE_SIZE, WIDTH, Canvas, picture_response, truncate
from .. import rows
from .documented import EMBED
from .looking import Wall, wall
from .public import around

embed = Pages("tournament_embed", __name__, EMBED)

LISTED = 100
"""How many places the frame shows."""
DRAWN = 9
"""How many places the picture shows."""
COLUMN, LINE = 380, 60
"""How wide the column at the left is, and how high a line of the standings, in pixels."""


@embed.get("/embed/t/<tournament>")
@heavy
def show(tournament: str) -> str:
    """Shows standings as the public sees them, without a session, to be framed."""
    seen = wall(tournament)
    return render_template("tournament_embed.html", **around(seen), places=_places(seen, LISTED))


@embed.get("/t/<tournament>/picture.png")
@heavy
def picture(tournament: str) -> Response:
    """Shows the first of the standings after `?round=`, as they were `?known=`, in `?lang=`."""
    seen = wall(tournament)
    translator = Language(accepted(), i18n.catalogue(accepted()))
    caption = translator.says("Standings before the first round")
    if seen.round is not None:
        caption = translator.says("Standings after round {number}").format(number=seen.round.number)
    places = tuple((str(row.rank), row.name, row.points) for row in _places(seen, DRAWN))
    return picture_response(
        drawn(seen.t.settings.title, title(seen.t.settings.game, accepted()), caption, places)
    )


def _places(seen: Wall, maximum: int) -> list[rows.PlaceRow]:
    first = undrawn_standings(seen.t, seen.stage, compute_standings(seen.t, seen.stage, seen.after))[:maximum]
    return rows.places(seen.t, first, services()[PlayerDirectory].names([row.player for row in first]))


@lru_cache(PICTURE_CACHE_SIZE)
def drawn(name: str, game: str, caption: str, places: tuple[tuple[str, str, str], ...]) -> bytes:
    """Returns a PNG: on the left which tournament it is, on the right rank, name and points of the first."""
    canvas = Canvas()
    y = canvas.draw_lines(truncate(name, 44, 3 * COLUMN), MARGIN, 44, "ink", COLUMN) + 12
    canvas.draw_lines(caption, canvas.draw_lines(game, y, 26, "soft", COLUMN) + 6, 26, "soft", COLUMN)
    canvas.draw_signature()
    remaining, right = MARGIN + COLUMN + MARGIN, WIDTH - MARGIN
    canvas.fill_box((remaining, MARGIN, right, HEIGHT - MARGIN), "sheet")
    for line, (rank, player, points) in enumerate(places):
        middle = MARGIN + (line + 0.5) * LINE + 5
        if line:
            canvas.fill_box((remaining, middle - LINE / 2, right, middle - LINE / 2 + 1), "line")
        canvas.draw_text((remaining + 60, middle), rank, 28, "gold", "rm")
        canvas.draw_text(
            (remaining + 90, middle), truncate(player, 30, right - remaining - 220), 30, "ink", "lm"
        )
        canvas.draw_text((right - 30, middle), points, 30, "soft", "rm")
    return canvas.png()
