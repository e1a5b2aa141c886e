"""Standings for other sites, as an embeddable page and as a picture."""

from __future__ import annotations

from functools import lru_cache

from flask import Response, render_template

from domain.tournament.lots.lot_decisions import undrawn_standings
from domain.tournament.ranking.standings import compute_standings
from replays.text.languages import Language

from ....catalog.cardsets import localized_title
from ....http.heavy import heavy
from ....http.pages import Pages
from ....http.services import services
from ....identity.players import PlayerDirectory
from ....shared import i18n
from ....shared.languages import accepted
from ....site.canvas import HEIGHT, MARGIN, PICTURE_CACHE_SIZE, WIDTH, Canvas, picture_response, truncate
from ....site.frames import PNG, TEXT, operation, query_parameter
from .. import page_rows
from .public import page_fields
from .view_query import PublicView, public_view

TOURNAMENT = {"in": "path", "name": "tournament", "required": True, "schema": TEXT}
VIEW_PARAMETERS = [query_parameter("stage"), query_parameter("round"), query_parameter("known")]
EMBED = {
    "/embed/t/{tournament}": operation(
        "Results",
        "getEmbeddedStandings",
        "Get standings as a page to embed. It is for a frame on another site.",
        [TOURNAMENT, *VIEW_PARAMETERS],
        "text/html",
        TEXT,
    ),
    "/t/{tournament}/picture.png": operation(
        "Results",
        "getStandingsPicture",
        "Get a picture of standings. It shows the first ranks, in 1200 by 630 pixels.",
        [TOURNAMENT, *VIEW_PARAMETERS],
        "image/png",
        PNG,
    ),
}

pages = Pages("tournament_embed", __name__, EMBED)

FRAME_ROWS = 100
"""The ranks in the frame."""
PICTURE_ROWS = 9
"""The ranks in the picture."""
COLUMN_PIXELS, LINE_PIXELS = 380, 60
"""The width of the left column and the height of a line of standings."""


@pages.get("/embed/t/<tournament>")
@heavy
def show(tournament: str) -> str:
    """Shows public standings for a frame, without a session."""
    view = public_view(tournament)
    return render_template(
        "tournament_embed.html", **page_fields(view), places=_standings_rows(view, FRAME_ROWS)
    )


@pages.get("/t/<tournament>/picture.png")
@heavy
def picture(tournament: str) -> Response:
    """Shows the top of the standings after `?round=`, as known at `?known=`, in `?lang=`."""
    view = public_view(tournament)
    translator = Language(accepted(), i18n.catalogue(accepted()))
    caption = translator.says("Standings before the first round")
    if view.round is not None:
        caption = translator.says("Standings after round {number}").format(number=view.round.number)
    places = tuple((str(row.rank), row.name, row.points) for row in _standings_rows(view, PICTURE_ROWS))
    return picture_response(
        draw_picture(
            view.t.settings.title, localized_title(view.t.settings.game, accepted()), caption, places
        )
    )


def _standings_rows(view: PublicView, maximum: int) -> list[page_rows.StandingsRow]:
    first = undrawn_standings(view.t, view.stage, compute_standings(view.t, view.stage, view.after))[:maximum]
    return page_rows.standings_rows(
        view.t, first, services()[PlayerDirectory].names_of([row.player for row in first])
    )


@lru_cache(PICTURE_CACHE_SIZE)
def draw_picture(name: str, game: str, caption: str, places: tuple[tuple[str, str, str], ...]) -> bytes:
    """Returns a PNG with the tournament on the left and the top ranks on the right."""
    canvas = Canvas()
    y = canvas.draw_lines(truncate(name, 44, 3 * COLUMN_PIXELS), MARGIN, 44, "ink", COLUMN_PIXELS) + 12
    canvas.draw_lines(
        caption, canvas.draw_lines(game, y, 26, "soft", COLUMN_PIXELS) + 6, 26, "soft", COLUMN_PIXELS
    )
    canvas.draw_signature()
    remaining, right = MARGIN + COLUMN_PIXELS + MARGIN, WIDTH - MARGIN
    canvas.fill_box((remaining, MARGIN, right, HEIGHT - MARGIN), "sheet")
    for line, (rank, player, points) in enumerate(places):
        middle = MARGIN + (line + 0.5) * LINE_PIXELS + 5
        if line:
            canvas.fill_box(
                (remaining, middle - LINE_PIXELS / 2, right, middle - LINE_PIXELS / 2 + 1), "line"
            )
        canvas.draw_text((remaining + 60, middle), rank, 28, "gold", "rm")
        canvas.draw_text(
            (remaining + 90, middle), truncate(player, 30, right - remaining - 220), 30, "ink", "lm"
        )
        canvas.draw_text((right - 30, middle), points, 30, "soft", "rm")
    return canvas.png()
