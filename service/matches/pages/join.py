"""Taking a seat: by the link that whoever opened the match has sent."""

from __future__ import annotations

from typing import Any

from flask import redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from domain.table import Match, WrongMoment

from ...catalog.playable_games import Playable, playable
from ...http.problem_types import KINDS
from ...http.requests import optional_token
from ...http.services import services
from ...identity import browser
from ...identity.accounts import Account
from ...identity.players import NameTaken, PlayerDirectory
from ...identity.schemas import parse_name
from ...shared import digests
from ...shared.errors import Forbidden, InvalidOptions, UnknownSeat, UnknownToken
from ...shared.i18n import says, tells
from ...shared.player_names import MAX_NAME_LENGTH
from ..opening import clock_form, seeds
from ..opening.option_form import in_words
from ..repository import MatchRepository
from ..service import MatchService
from ..viewing.access import Access
from ..viewing.seat_names import accounts_of, names_of

BAD_LINK = (UnknownToken, Forbidden, UnknownSeat)


def join(match: str, seat: int, claim: str = "") -> tuple[str, int]:
    """Shows a match to whoever is asked to play in it, and asks whether to sit there, and by which name."""
    match_state = services()[MatchRepository].get(match).match
    good = _good(match_state, seat, claim)
    if not good:
        # A guest with a bad link may still see a public match; this raises for a private one.
        services()[Access].viewer_for(match, optional_token())
    return _page(match, match_state, seat, claim, "" if good else _bad_link()), 200 if good else 401


def sit(match: str) -> Response | tuple[str, int]:
    """Takes a seat, with the claim token that the link to it holds; tells in words why it cannot be taken."""
    form = request.form
    seat, claim = form.get("seat", -1, int), form.get("claim", "")
    try:
        take(match, seat, claim, browser_player(form.get("player", "")), form.get("nonce", ""))
    except (*BAD_LINK, NameTaken, WrongMoment, InvalidOptions) as refusal:
        text = _bad_link() if isinstance(refusal, BAD_LINK) else tells(refusal)
        match_state = services()[MatchRepository].get(match).match
        if not _good(match_state, seat, claim):
            services()[Access].viewer_for(match, optional_token())
        return _page(match, match_state, seat, claim, text), KINDS[refusal.slug].status
    return redirect(url_for("web.match", match=match), 303)


def _good(match_state: Match[Any], seat: int, claim: str) -> bool:
    return (
        seat in match_state.settings.open_seats
        or digests.find_digest(claim, match_state.settings.claims) == seat
    )


def take(match: str, seat: int, claim: str, player: str | Account, nonce: str = "") -> None:
    """Seats *player* in this browser, which has made the *nonce*; one without scripts brings none."""
    claimed_seat = services()[MatchService].claim(
        match, seat, claim, player, nonce[:MAX_NAME_LENGTH] or seeds.player_nonce()
    )
    browser.remember_seat(match, seat, claimed_seat.token)


def browser_player(text: str) -> str | Account:
    """Returns the account of this browser, or else the name that a guest wrote.

    Raises `InvalidOptions` for a name that is none, or that of an account.
    """
    mine = browser.signed_in_account()
    if mine is not None:
        return mine
    name = parse_name(text)
    try:
        services()[PlayerDirectory].check_free(name)
    except NameTaken as refusal:
        raise InvalidOptions("/player", refusal.message) from refusal
    return name


def _bad_link() -> str:
    return says("This link is not good for a seat of this match. Ask whoever sent it for another.")


def _page(match: str, match_state: Match[Any], seat: int, claim: str, trouble: str) -> str:
    game: Playable = playable(match_state.settings.game)
    players = names_of(match_state)
    there = 0 <= seat < len(players)
    return render_template(
        "join.html",
        match=match,
        game=game,
        options=[
            *in_words(game.game, game.names, match_state.settings.options),
            *clock_form.in_words(match_state.settings.clock),
        ],
        players=players,
        accounts=accounts_of(match_state),
        seat=seat,
        claim=claim,
        taken=there and players[seat] is not None,
        mine=browser.seats_of(match),
        wrong=not there or not _good(match_state, seat, claim),
        trouble=trouble,
        player=request.form.get("player", ""),
        private=match_state.settings.private,
    )
