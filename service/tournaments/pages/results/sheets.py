"""Score sheets of all tables of a round, to print."""

from __future__ import annotations

from flask import Response, abort, url_for

from domain.tournament.state import Round, Table

from ....catalog.cardsets import localized_title
from ....http.heavy import costly, heavy
from ....http.pages import Pages
from ....http.services import services
from ....identity.players import PlayerDirectory
from ....matches.repository import MatchRepository
from ....recordings.paper import Paper
from ....recordings.paper_files import paper_response
from ....shared.i18n import page_language, says
from ...queries.views import visible_tournament
from ...repository import TournamentRepository
from ..organizer.desk_access import staff_actor, token_page

pages = Pages("score_sheets", __name__)


@pages.get("/t/<tournament>/desk/sheets.pdf")
@costly
@heavy
def show(tournament: str) -> Response | tuple[str, int]:
    """Shows the staff a blank sheet for each table of the last round, with its players and its QR code."""
    actor = staff_actor(tournament)
    if not actor.is_staff:
        return token_page("", tournament), 401
    t = visible_tournament(actor, services()[TournamentRepository].get(tournament))
    if not t.rounds:
        abort(404)
    names = services()[PlayerDirectory].names_of(t.players)
    game = services()[MatchRepository].find_game(t.settings.game)
    title, round_ = localized_title(game.NAME, page_language()), t.rounds[-1]
    papers = [
        Paper(
            title,
            f"{t.settings.title} · {_place(round_, table)}",
            _table_link(tournament, table),
            [names[player] for player in table.seats],
            game.SHEET.check_word,
        )
        for _, table in sorted(round_.tables.items())
    ]
    return paper_response(papers, f"{tournament}-{round_.stage}-{round_.number}.pdf")


def _place(round_: Round, table: Table) -> str:
    return says("Round {round}, table {table}", round=round_.number, table=table.number)


def _table_link(tournament: str, table: Table) -> str:
    """Returns the address of the match at *table*, or that of the players' own table in the tournament."""
    match = table.match or table.record
    if match:
        return url_for("web.match", match=match, _external=True)
    return url_for("my_table.show", tournament=tournament, _external=True)
