"""The projector page with tables and standings in large type, leaf by leaf."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from flask import render_template

from domain.tournament.lots.lot_decisions import undrawn_standings
from domain.tournament.ranking.standings import compute_standings

from ....http.heavy import heavy
from ....http.pages import Pages
from ....http.services import services
from ....identity.players import PlayerDirectory
from .. import labels, page_rows
from .public import page_fields
from .view_query import public_view

pages = Pages("projector", __name__)

LEAF_ROWS = 10
"""The rows on the screen at a time."""
MAX_ROWS = 5 * LEAF_ROWS
"""The ranks of the standings. All of a large field would take many minutes."""


@pages.get("/t/<tournament>/wall")
@heavy
def show(tournament: str) -> str:
    """Shows the current round and standings in leaves that a script turns."""
    view = public_view(tournament)
    names = services()[PlayerDirectory].names_of(view.t.players)
    tables = page_rows.table_rows(view.t, view.round, names) if view.round else []
    places = page_rows.standings_rows(
        view.t,
        undrawn_standings(view.t, view.stage, compute_standings(view.t, view.stage, view.after)),
        names,
    )
    return render_template(
        "tournament_wall.html",
        **page_fields(view),
        names=names,
        byes=labels.bye_names(),
        bracket=page_rows.bracket_picture(view.t, view.stage, view.after),
        tables=[*_split_leaves(tables)],
        places=[*_split_leaves(places[:MAX_ROWS])],
        page={
            "tournament": tournament,
            "seq": view.t.seq,
            "over": bool(view.current.revealed_seed) or view.is_past,
        },
    )


def _split_leaves(all_rows: Sequence[page_rows.RowT]) -> Iterator[Sequence[page_rows.RowT]]:
    for start in range(0, len(all_rows), LEAF_ROWS):
        yield all_rows[start : start + LEAF_ROWS]
