"""The link of the scribe who records a table with printed cards."""

from __future__ import annotations

from flask import render_template, request

from domain.errors import LocalizableError
from domain.tournament.state import TableRef

from ....http.pages import Pages
from ....http.problem_types import KINDS
from ....http.services import services
from ....recordings.links import scribe_address
from ....shared import i18n
from ....site.qr_codes import draw_qr_code
from ...entry.scribes import change_table_scribe
from ...repository import TournamentRepository
from .desk_access import staff_actor, token_page

pages = Pages("table_scribe", __name__)


@pages.post("/t/<tournament>/desk/scribe")
def issue(tournament: str) -> str | tuple[str, int]:
    """Gives a table to a new scribe, and shows the link; a device that was lost cannot enter any more."""
    actor = staff_actor(tournament)
    if not actor.is_staff:
        return token_page("", tournament), 401
    t = services()[TournamentRepository].get(tournament)
    ref = TableRef(*(request.form.get(name, 0, int) for name in ("stage", "round", "table")))
    link, trouble, status, match = "", "", 200, ""
    try:
        scribe = change_table_scribe(services(), tournament, ref, actor)
        match, link = scribe.match, scribe_address(scribe.match, scribe.token)
    except LocalizableError as refusal:
        if not refusal.slug:
            raise
        trouble, status = i18n.tells(refusal), KINDS[refusal.slug].status
    page = render_template(
        "tournament_scribe.html",
        tournament=tournament,
        title=t.settings.title,
        ref=ref,
        match=match,
        link=link,
        code=draw_qr_code(link) if link else "",
        trouble=trouble,
    )
    return page, status
