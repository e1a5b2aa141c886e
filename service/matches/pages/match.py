"""Page of a match, and the addresses of the other pages."""

from __future__ import annotations

from typing import Any

from flask import Response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from domain.published import encode
from domain.table import Match

from ...http.bodies.json_bodies import JSON
from ...http.heavy import heavy
from ...http.pages import Pages
from ...http.services import services
from ...identity import browser
from ...identity.players import NamedPlayer, PlayerDirectory
from ...shared.errors import Forbidden
from ..bots.watches import mark_watched
from ..repository import MatchRepository
from ..viewing.access import Access
from ..viewing.alternatives import possible_data
from ..viewing.viewers import reveals, viewer_of
from . import join, lobby, new_match
from .match_data import page_data, question_data, updates_after

pages = Pages("web", __name__)

pages.app_context_processor(
    lambda: {
        "is_playing": lobby.is_playing,
        "own_matches": lobby.own_matches,
        "waiting_matches": lobby.waiting_matches,
    }
)
pages.add_url_rule("/", "home", lobby.show_lobby)
pages.add_url_rule("/lobby", "lobby", lobby.show_lobby)
pages.add_url_rule("/new", "new", new_match.show_form)
pages.add_url_rule("/new", "open", new_match.open_match, methods=["POST"])
pages.add_url_rule("/m/<match>/again", "again", new_match.open_again, methods=["POST"])
pages.add_url_rule("/m/<match>/join/<int:seat>/<claim>", "join", join.show_join_page)
pages.add_url_rule("/m/<match>/join/<int:seat>", "join_open", join.show_join_page)
pages.add_url_rule("/m/<match>/sit", "sit", join.take_seat, methods=["POST"])


@pages.get("/m/<match>")
def match(match: str) -> str | BaseResponse:
    """Shows a match, to watch, replay and play; that of a real table without a scribe has its cases alone."""
    match_state = services()[MatchRepository].load_match(match).match
    record = match_state.record
    if match_state.is_on_table and match_state.cases and (record is None or not record.scribe):
        seats = browser.seats_of(match)
        viewer = f"seat-{seats[0]}" if seats else "judge"
        return redirect(f"/m/{match}/cases/1?as={viewer}")
    absent = _find_absent_player(match, match_state)
    try:
        data = page_data(match)
    except Forbidden:
        if absent is None or browser.signed_in_account():
            raise
        return redirect(url_for("account.show", next=f"/m/{match}?as={request.args['as']}"), 303)
    return render_template("match.html", **data, absent=absent)


def _find_absent_player(match: str, match_state: Match[Any]) -> NamedPlayer | None:
    """Returns the account at the seat that the address names, if this browser has no token of that seat."""
    players = services()[PlayerDirectory].seat_players(match_state.player_ids).players
    for seat, player in enumerate(players):
        if request.args.get("as") == f"{browser.SEAT}{seat}" and seat not in browser.seats_of(match):
            return player if player and player.account and match_state.ended is None else None
    return None


@pages.get("/m/<match>/question/<int:seq>")
@reveals
def question(match: str, seq: int) -> Response:
    """Returns the question after a fact in words, and its options for this browser."""
    args = question_data(services()[Access].window(match, viewer_of(match)), seq)
    return Response(encode(args), content_type=JSON)


@pages.get("/m/<match>/updates/0")
@heavy
def all_updates(match: str) -> Response:
    """Returns the data of all facts of a match for its page."""
    return updates(match=match, after=0)


@pages.get("/m/<match>/updates/<int:after>")
@reveals
def updates(match: str, after: int) -> Response:
    """Returns the data of later facts for the page, as this browser may know them."""
    page = updates_after(services()[Access].window(match, viewer_of(match)), after)
    mark_watched(services(), match)
    return Response(encode(page), headers={"Cache-Control": "no-store"}, content_type=JSON)


@pages.get("/m/<match>/possible/<int:seq>")
@reveals
def possible(match: str, seq: int) -> Response:
    """Returns the possible answers after a fact, and the reasons against the others."""
    return Response(encode(possible_data(match, seq)), content_type=JSON)
