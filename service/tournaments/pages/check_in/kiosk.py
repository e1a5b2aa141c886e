"""The kiosk for self-check-in on a tablet at the entrance.

Its key lets a browser check players in while check-in is open, and nothing else.
"""

from __future__ import annotations

import hmac

from flask import redirect, render_template, request, url_for
from msgspec.structs import replace
from werkzeug.wrappers import Response

from domain.errors import LocalizableError
from domain.messages import Message
from domain.tournament.facts import Player
from domain.tournament.play.check_in import DOOR

from ....http.pages import Pages
from ....http.problem_types import KINDS
from ....http.services import services
from ....identity import browser
from ....identity.players import PlayerDirectory
from ....shared import i18n
from ....shared.errors import Forbidden, InvalidOptions
from ...access import Actor
from ...commands import CheckIn, Command, WithdrawCheckIn
from ...repository import TournamentRepository
from ...service import TournamentService
from .. import labels
from ..organizer.desk_access import staff_actor
from .rows import check_in_rows, kiosk_key

pages = Pages("check_in", __name__)


@pages.get("/t/<tournament>/check-in")
def show(tournament: str) -> str:
    """Shows the players without check-in, or asks for the key."""
    return _render_page(tournament)


@pages.post("/t/<tournament>/check-in/enter")
def enter(tournament: str) -> Response | tuple[str, int]:
    """Stores the key in this browser."""
    key = request.form.get("key", "").strip().rpartition("#key=")[2]
    if not _is_key(tournament, key):
        return _render_page(tournament, i18n.says("This key opens no check-in: ask the organizers.")), 401
    remembered = browser.current_session()
    browser.save_session(replace(remembered, kiosks={**remembered.kiosks, tournament: key}))
    return redirect(url_for("check_in.show", tournament=tournament), 303)


@pages.post("/t/<tournament>/check-in")
def act(tournament: str) -> Response | tuple[str, int]:
    """Checks a player in, or withdraws the check-in."""
    player = request.form.get("player", "")
    try:
        if not _is_kiosk(tournament):
            raise Forbidden(Message("Only the kiosk of this check-in does that."))
        services()[TournamentService].run_command(
            tournament, _command_of_form(player), Actor("player", DOOR, player)
        )
    except LocalizableError as refusal:
        if not refusal.slug:
            raise
        return _render_page(tournament, labels.sentence_with_names(refusal.message)), KINDS[
            refusal.slug
        ].status
    player_done = player if request.form.get("do") == "check_in" else None
    return redirect(url_for("check_in.show", tournament=tournament, done=player_done), 303)


def _command_of_form(player: Player) -> Command:
    match request.form.get("do"):
        case "check_in":
            return CheckIn(player)
        case "withdraw_check_in":
            return WithdrawCheckIn(player)
    raise InvalidOptions("/do", Message("Choose what to do."))


def _is_key(tournament: str, key: str) -> bool:
    expected = kiosk_key(tournament, services()[TournamentRepository].get(tournament))
    return bool(expected) and hmac.compare_digest(expected.encode(), key.encode())


def _is_kiosk(tournament: str) -> bool:
    """Returns whether this browser has the key or belongs to an organizer."""
    key = browser.current_session().kiosks.get(tournament, "")
    return _is_key(tournament, key) or staff_actor(tournament).manages


def _render_page(tournament: str, error: str = "") -> str:
    t = services()[TournamentRepository].get(tournament)
    names = services()[PlayerDirectory].names_of(t.players)
    checked_in = request.args.get("done", "")
    return render_template(
        "check_in_kiosk.html",
        tournament=tournament,
        opened=t.settings,
        names=names,
        check_in=check_in_rows(t, names),
        is_kiosk=_is_kiosk(tournament),
        is_desk=staff_actor(tournament).manages,
        done=checked_in if t.check_in is not None and checked_in in t.check_in.players else "",
        trouble=error,
        page={"tournament": tournament, "seq": t.seq, "over": t.end is not None},
    )
