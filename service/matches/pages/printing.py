"""Sheets to print: a whole match by its turns, or one moment with its act, its rules and its hash."""

from __future__ import annotations

from datetime import UTC, datetime

from babel.dates import format_date
from flask import abort, render_template, request, url_for

from ...catalog.cardsets import localized_title
from ...http.heavy import costly, heavy
from ...http.pages import Pages
from ...http.services import services
from ...identity import browser
from ...identity.players import PlayerDirectory
from ...shared import i18n
from ...site.qr_codes import draw_qr_code
from ..repository import MatchRepository
from ..results import Results
from ..viewing.access import Access
from ..viewing.printed import PrintedMatch
from ..viewing.seat_names import shown_names, viewer_label

printing = Pages("printing", __name__)


@printing.get("/m/<match>/print")
@costly
@heavy
def show(match: str) -> str:
    """Shows the sheet of a match to the viewer of `?as=`, or that of the moment after fact `?seq=`."""
    name, seq = request.args.get("as", "spectator"), request.args.get("seq", 0, int)
    token = browser.session_token(match, name)
    services()[Access].record_look(match, token)
    window = services()[Access].window(match, services()[Access].viewer_for(match, token))
    people, repository = services()[PlayerDirectory], services()[MatchRepository]
    printed = PrintedMatch(window, people)
    last = seq or len(printed.replay)
    match_state = printed.replay.at(last)
    if match_state.is_on_table and match_state.record is None:
        abort(404)  # only its result and its cases are here
    act = printed.find_act(seq) if seq else None
    players = shown_names(match_state, people)
    link = url_for("web.match", match=match, seq=seq or None, _external=True)
    language = i18n.page_language()
    began = services()[Results].load_summary(match).began
    return render_template(
        "match_sheet.html",
        match=match,
        title=localized_title(window.game.NAME, language),
        players=players,
        date=began and format_date(datetime.fromtimestamp(began / 1000, UTC), "long", locale=language),
        seq=last,
        act=act,
        boards=[printed.draw_board(act.seq - 1 or 1), printed.draw_board(act.last)] if act else [],
        board=printed.draw_board(last),
        turns=[] if act else printed.list_turns(),
        ending=printed.find_act(last).text if match_state.ended and not act else "",
        rules=printed.cite_rules([act]) if act else [],
        head=repository.load_hashes(match, printed.replay)[last - 1],
        link=link,
        code=draw_qr_code(link),
        seen_by=viewer_label(window.viewer, players),
    )
