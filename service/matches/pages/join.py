"""Page to take a seat by a link."""

from __future__ import annotations

from typing import Any

from flask import redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from domain.table import Match, WrongMoment

from ...catalog.playable_games import Playable, find_playable
from ...http.problem_types import KINDS
from ...http.requests import optional_token
from ...http.services import services
from ...identity import browser
from ...identity.accounts import Account
from ...identity.players import NameTaken
from ...identity.visitors import browser_player
from ...shared import digests
from ...shared.errors import Forbidden, InvalidOptions, UnknownSeat, UnknownToken
from ...shared.i18n import says, tells
from ..opening import clock_form
from ..opening.option_form import describe_options
from ..repository import MatchRepository
from ..service import MatchService
from ..viewing.access import Access
from ..viewing.seat_names import accounts_of, names_of

BAD_LINK_ERRORS = (UnknownToken, Forbidden, UnknownSeat)


def show_join_page(match: str, seat: int, claim: str = "") -> tuple[str, int]:
    """Shows a match with the form to take a seat."""
    match_state = services()[MatchRepository].load_match(match).match
    is_valid = _is_valid_claim(match_state, seat, claim)
    if not is_valid:
        # A guest with a bad link may still see a public match; this raises for a private one.
        services()[Access].viewer_for(match, optional_token())
    return _render_page(
        match, match_state, seat, claim, "" if is_valid else _bad_link()
    ), 200 if is_valid else 401


def take_seat(match: str) -> Response | tuple[str, int]:
    """Takes a seat with the claim token of its link, or shows the reason for a refusal."""
    form = request.form
    seat, claim = form.get("seat", -1, int), form.get("claim", "")
    try:
        claim_for_browser(match, seat, claim, browser_player(form.get("player", "")), digests.sent_hash(form))
    except (*BAD_LINK_ERRORS, NameTaken, WrongMoment, InvalidOptions) as refusal:
        text = _bad_link() if isinstance(refusal, BAD_LINK_ERRORS) else tells(refusal)
        match_state = services()[MatchRepository].load_match(match).match
        if not _is_valid_claim(match_state, seat, claim):
            services()[Access].viewer_for(match, optional_token())
        return _render_page(match, match_state, seat, claim, text), KINDS[refusal.slug].status
    return redirect(url_for("web.match", match=match), 303)


def _is_valid_claim(match_state: Match[Any], seat: int, claim: str) -> bool:
    return (
        seat in match_state.settings.open_seats
        or digests.find_digest(claim, match_state.settings.claims) == seat
    )


def claim_for_browser(match: str, seat: int, claim: str, player: str | Account, nonce_hash: str = "") -> None:
    """Seats *player* in this browser with its *nonce_hash*. A browser without scripts sends none."""
    claimed_seat = services()[MatchService].claim_seat(match, seat, claim, player, nonce_hash)
    browser.remember_seat(match, seat, claimed_seat.token, of_account=isinstance(player, Account))


def _bad_link() -> str:
    return says("This link does not fit a seat of this match. Ask the sender for another.")


def _render_page(match: str, match_state: Match[Any], seat: int, claim: str, error: str) -> str:
    game: Playable = find_playable(match_state.settings.game)
    players = names_of(match_state)
    is_seat = 0 <= seat < len(players)
    return render_template(
        "join.html",
        match=match,
        game=game,
        options=[
            *describe_options(game.game, game.names, match_state.settings.options),
            *clock_form.describe_clock(match_state.settings.clock),
        ],
        players=players,
        accounts=accounts_of(match_state),
        seat=seat,
        claim=claim,
        taken=is_seat and players[seat] is not None,
        mine=browser.seats_of(match),
        wrong=not is_seat or not _is_valid_claim(match_state, seat, claim),
        trouble=error,
        player=request.form.get("player", ""),
        private=match_state.settings.private,
    )
