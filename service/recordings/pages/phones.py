"""Links with which the players of a recording follow it on their own phones, and sign it there."""

from __future__ import annotations

from typing import NamedTuple

from flask import redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from domain.table.recordings.commands import require_record

from ...http.pages import Pages
from ...http.services import services
from ...identity import browser
from ...identity.players import PlayerDirectory
from ...matches.repository import MatchRepository, seat_of
from ...matches.viewing.seat_names import shown_names
from ...shared import i18n
from ...site.qr_codes import draw_qr_code

pages = Pages("recording_phones", __name__)


class SeatLink(NamedTuple):
    """The link of a player's phone, with its QR code."""

    player: str
    link: str
    code: Markup


@pages.get("/m/<match>/record/phones")
def show(match: str) -> Response:
    """Shows the links of the seats in the browser that opened the recording."""
    tokens = browser.phones_of(match)
    if not tokens:
        return redirect(url_for("recording.show", match=match), 303)
    names = shown_names(services()[MatchRepository].load_match(match).match, services()[PlayerDirectory])
    address = url_for("recording_phones.show_form", match=match, _external=True)
    links = [f"{address}#key={token}" for _, token in tokens]
    seats = [
        SeatLink(names[seat], link, draw_qr_code(link)) for (seat, _), link in zip(tokens, links, strict=True)
    ]
    page = render_template("record_phones.html", match=match, seats=seats)
    return Response(page, headers={"Cache-Control": "no-store"}, content_type="text/html; charset=utf-8")


@pages.get("/m/<match>/phone")
def show_form(match: str) -> str:
    """Shows the form into which the key of a link to a recording goes; it tells nothing else of the match."""
    require_record(services()[MatchRepository].load_match(match).match)
    return render_template("record_phone.html", match=match, trouble="")


@pages.post("/m/<match>/phone")
def enter(match: str) -> Response | tuple[str, int]:
    """Stores the token of a seat in the browser of its player."""
    token = request.form.get("key", "").strip().rpartition("#key=")[2]
    match_state = services()[MatchRepository].load_match(match).match
    require_record(match_state)
    seat = seat_of(match_state, token)
    if seat is None:
        trouble = i18n.says("Nobody plays this match with this link.")
        return render_template("record_phone.html", match=match, trouble=trouble), 401
    browser.remember_seat(match, seat, token, of_account=False)
    return redirect(url_for("players_sheet.show", match=match), 303)
