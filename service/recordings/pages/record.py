"""The scribe's page, on which taps record a match at a real table."""

from __future__ import annotations

from typing import Any

from flask import redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from ...catalog.cardsets import localized_title
from ...catalog.playable_games import find_playable
from ...http.pages import Pages
from ...http.services import services
from ...identity import browser
from ...matches.repository import MatchRepository
from ...matches.viewing.seat_names import labelled_names
from ...shared import i18n
from ...shared.errors import UnknownToken
from ...site.board_data import board_data
from ..service import Recordings

pages = Pages("recording", __name__)


@pages.get("/m/<match>/record")
def show(match: str) -> str:
    """Shows the scribe's page, or asks for the link of the scribe."""
    token = browser.session_token(match, browser.SCRIBE)
    return _render_page(match) if _is_scribe(match, token) else _render_form(match)


@pages.post("/m/<match>/record")
def enter(match: str) -> Response | tuple[str, int]:
    """Stores the token of the scribe in this browser."""
    token = request.form.get("key", "").strip().rpartition("#key=")[2]
    if not _is_scribe(match, token):
        return _render_form(match, i18n.says("Nobody records this match with this link.")), 401
    browser.remember_scribe(match, token)
    return redirect(url_for("recording.show", match=match), 303)


def _is_scribe(match: str, token: str | None) -> bool:
    try:
        return services()[Recordings].party_of(match, token or "") == "scribe"
    except UnknownToken:
        return False


def _render_form(match: str, trouble: str = "") -> str:
    state = services()[MatchRepository].load_match(match).match
    title = localized_title(state.settings.game, i18n.page_language())
    return render_template("record_key.html", match=match, title=title, trouble=trouble)


def _render_page(match: str) -> str:
    rules, state = services()[MatchRepository].load_match(match)
    game = find_playable(state.settings.game)
    names = labelled_names(state)
    players = [name or game.seat_label(seat) for seat, name in enumerate(names)]
    page: dict[str, Any] = {"match": match, "players": players, **board_data(game.game, rules)}
    return render_template(
        "record.html",
        match=match,
        title=localized_title(game.game.NAME, i18n.page_language()),
        has_phones=bool(browser.phones_of(match)),
        page=page,
    )
