"""Result slips on a printable sheet, one for each table of a round."""

from __future__ import annotations

from flask import render_template

from ....http.heavy import heavy
from ....http.pages import Pages
from ....http.services import services
from ....identity.players import PlayerDirectory
from ...queries.views import visible_tournament
from ...repository import TournamentRepository
from .. import rows, words
from ..organizer.desk_access import staff_actor, token_page

slips = Pages("result_slips", __name__)


@slips.get("/t/<tournament>/desk/slips")
@heavy
def show(tournament: str) -> str | tuple[str, int]:
    """Shows the staff a slip for each table of the last round without a result."""
    actor = staff_actor(tournament)
    if not actor.is_staff:
        return token_page("", tournament), 401
    t = visible_tournament(actor, services()[TournamentRepository].get(tournament))
    round_ = t.rounds[-1] if t.rounds else None
    names = services()[PlayerDirectory].names(t.players)
    tables = rows.table_rows(t, round_, names) if round_ else []
    return render_template(
        "result_slips.html",
        tournament=tournament,
        opened=t.settings,
        stage=words.format_names()[t.plan_of(round_.stage).format]
        if round_ and len(t.settings.stages) > 1
        else "",
        round=round_,
        tables=[row for row in tables if not row.result],
    )
