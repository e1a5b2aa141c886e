"""Pages to find an opponent, by the ready queue, by a link, or by name, and to accept a challenge."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, cast

from babel.units import format_unit
from flask import redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from domain.clocks import Clock
from domain.messages import Message
from domain.table import WrongMoment

from ..catalog.playable_games import all_playable, find_playable
from ..http.middleware.rate_limit_headers import charge_challenge
from ..http.pages import Pages
from ..http.problem_types import KINDS
from ..http.services import services
from ..identity import browser
from ..identity.accounts import Account
from ..identity.players import NameTaken, PlayerDirectory, UnknownPlayer
from ..identity.visitors import browser_player
from ..matches.opening.clock_form import describe_time
from ..shared.errors import Forbidden, InvalidOptions, LimitReached
from ..shared.i18n import page_language, says, tells
from .arranging import is_own, open_challenges, settle_challenge
from .challenges import Challenges
from .offers import Kind, Offer
from .paces import CLOCKS, PACES, Pace
from .presence import Presence
from .published import publish_challenge
from .wording import set_phrases

pages = Pages("arranging", __name__)

REFUSALS = (Forbidden, InvalidOptions, LimitReached, NameTaken, UnknownPlayer, WrongMoment)
WAYS: tuple[Kind, ...] = ("queue", "link", "player")


@pages.app_context_processor
def _everywhere() -> dict[str, Any]:
    return {
        "set_phrases": set_phrases,
        "open_challenges": open_challenges,
        "is_own_challenge": is_own,
        "paces": pace_labels,
        "waiting_counts": waiting_counts,
        "count_spectators": lambda matches: services()[Presence].count_spectators(matches),
    }


def pace_labels() -> dict[Pace, tuple[str, str]]:
    """Returns the name of each pace, and its clock in short."""
    names: dict[Pace, str] = {"quick": says("Quick"), "normal": says("Normal"), "day": says("By the day")}
    return {pace: (names[pace], _short_time(CLOCKS[pace])) for pace in PACES}


def _short_time(clock: Clock) -> str:
    if clock.kind == "move":
        return describe_time(clock)
    minutes = format_unit(clock.seconds // 60, "duration-minute", "short", locale=page_language())
    seconds = format_unit(clock.increment, "duration-second", "short", locale=page_language())
    return f"{minutes} + {seconds}"


def waiting_counts() -> Mapping[tuple[str, str], int]:
    """Returns the number of players in the queue by game and pace."""
    return Counter((row.game, row.pace) for row in services()[Challenges].list_waiting())


@pages.get("/play")
def show_form() -> str:
    """Shows the form to find an opponent."""
    return _form(request.args)


@pages.post("/play")
def arrange() -> Response | tuple[str, int]:
    """Stores a challenge or an entry of the queue, and shows its page."""
    form = request.form
    try:
        charge_challenge()
        new = services()[Challenges].create_challenge(_read_offer(form), _player(), browser.browser_digest())
    except REFUSALS as refusal:
        return _form(form, tells(refusal)), KINDS[refusal.slug].status
    browser.remember_challenge(new.row.id, new.token)
    return redirect(url_for("arranging.show", challenge=new.row.id), 303)


@pages.get("/challenges/<challenge>")
def show(challenge: str) -> str | Response:
    """Shows a challenge: to its maker the wait for an opponent, to others the way to accept it."""
    challenge_info = publish_challenge(services(), services()[Challenges].load_challenge(challenge))
    was_own = is_own(challenge)
    settle_challenge(challenge)
    if challenge_info.match and browser.seats_of(challenge_info.match):
        return redirect(url_for("web.match", match=challenge_info.match))
    return _page(challenge, was_own)


@pages.post("/challenges/<challenge>/accept")
def accept(challenge: str) -> Response | tuple[str, int]:
    """Opens the match of a challenge with this browser as the other player."""
    try:
        accepted = services()[Challenges].accept_challenge(challenge, _player(), browser.browser_digest())
    except REFUSALS as refusal:
        return _page(challenge, False, tells(refusal)), KINDS[refusal.slug].status
    browser.remember_seat(accepted.match, accepted.seat, accepted.token)
    return redirect(url_for("web.match", match=accepted.match), 303)


@pages.post("/challenges/<challenge>/end")
def end(challenge: str) -> Response | tuple[str, int]:
    """Withdraws a challenge of this browser, leaves the queue, or declines a challenge."""
    token, account = browser.known_challenges().get(challenge, ""), browser.signed_in_account()
    try:
        services()[Challenges].end_challenge(challenge, token, account)
    except WrongMoment:
        return redirect(url_for("arranging.show", challenge=challenge), 303)
    except Forbidden as refusal:
        return _page(challenge, False, tells(refusal)), KINDS[refusal.slug].status
    settle_challenge(challenge)
    return redirect(url_for("web.home"), 303)


def _player() -> str | Account:
    return browser_player(request.form.get("player", ""))


def _read_offer(form: Mapping[str, str]) -> Offer:
    """Returns the offer in *form*. Raises `InvalidOptions` and `UnknownPlayer`."""
    way = next((way for way in WAYS if way == form.get("way", "queue")), None)
    if way is None or form.get("pace") not in PACES or form.get("game") not in all_playable():
        raise InvalidOptions("/pace", Message("Choose a game, a pace and an opponent."))
    opponent = ""
    if way == "player":
        name = form.get("opponent", "").strip()
        accounts = [
            player.id
            for player in services()[PlayerDirectory].list_players(
                services()[PlayerDirectory].resolve_ids(name) if name else ()
            )
            if player.account
        ]
        if len(accounts) != 1:
            raise UnknownPlayer(Message("There is no player {id}.", id=f"“{name}”"))
        opponent = accounts[0]
    return Offer(way, form["game"], cast(Pace, form["pace"]), "friendly" in form, opponent)


def _form(values: Mapping[str, str], error: str = "") -> str:
    return render_template("play.html", games=all_playable(), values=values, trouble=error)


def _page(challenge: str, was_own: bool, error: str = "") -> str:
    challenge_info = publish_challenge(services(), services()[Challenges].load_challenge(challenge))
    return render_template(
        "challenge.html",
        challenge=challenge_info,
        game=find_playable(challenge_info.game),
        own=was_own,
        trouble=error,
        player=request.form.get("player", ""),
    )
