"""The page for the projector: tables of the round, then standings, a leaf at a time in large type."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from flask import render_template

from domain.tournament.lots.lot_decisions import undrawn_standings
from domain.tournament.ranking.standings import compute_standings

from ....http.heavy import heavy
from ....http.pages import Pages
from ....http.services import services
from ....identity.players import PlayerDirectory
from .. import rows, words
from .looking import wall
from .public import around

projecting = Pages("projector", __name__)

LEAF = 10
"""How many rows stand on the screen at a time."""
PLACES = 5 * LEAF
"""How many places of the standings are shown: all of a large field would take many minutes."""


@projecting.get("/t/<tournament>/wall")
@heavy
def show(tournament: str) -> str:
    """Shows the round and the standings as they are now, in leaves that a script turns."""
    seen = wall(tournament)
    names = services()[PlayerDirectory].names(seen.t.players)
    tables = rows.tables(seen.t, seen.round, names) if seen.round else []
    places = rows.places(
        seen.t,
        undrawn_standings(seen.t, seen.stage, compute_standings(seen.t, seen.stage, seen.after)),
        names,
    )
    return render_template(
        "tournament_wall.html",
        **around(seen),
        names=names,
        byes=words.byes(),
        bracket=rows.picture(seen.t, seen.stage, seen.after),
        tables=[*_leaves(tables)],
        places=[*_leaves(places[:PLACES])],
        page={"tournament": tournament, "seq": seen.t.seq, "over": bool(seen.now.revealed_seed) or seen.past},
    )


def _leaves(all_rows: Sequence[rows.RowT]) -> Iterator[Sequence[rows.RowT]]:
    for start in range(0, len(all_rows), LEAF):
        yield all_rows[start : start + LEAF]
