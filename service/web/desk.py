"""The judge's desk: cases, positions side by side, the state of the record, rulings, and what if."""

from __future__ import annotations

from typing import Any, get_args

from flask import Blueprint, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response

from domain.table.facts import Outcome
from replays.bots import BOTS

from ..api.replies import house
from ..badges import Badge
from ..records import UnknownToken
from . import sessions, tongues
from .boards import board_data
from .deskwords import desk_words, dispute_words
from .embed import seated
from .proofwords import proof_words

desk = Blueprint("desk", __name__)


@desk.app_context_processor
def _on_the_page_of_a_match() -> dict[str, Any]:
    return {"dispute_words": dispute_words}


@desk.get("/judge")
def door() -> str:
    """Asks for a judge's badge, or tells whose this browser has."""
    return _door("")


@desk.post("/judge")
def enter() -> str | tuple[str, int] | Response:
    """Keeps a judge's badge in this browser, and goes on to the desk of the match that was named."""
    token, match = request.form.get("token", "").strip(), request.form.get("match", "")
    try:
        badge = house().matches.badge(token)
    except UnknownToken as error:
        return _door(str(error)), 401
    if "judge" not in badge.scopes:
        return _door(tongues.says("This badge is no judge's.")), 403
    session[sessions.JUDGE] = token
    session.permanent = True
    return redirect(url_for("desk.show", match=match) if match else url_for("desk.door"))


@desk.post("/judge/leave")
def leave() -> Response:
    """Forgets the badge."""
    session.pop(sessions.JUDGE, None)
    return redirect(url_for("desk.door"))


@desk.get("/m/<match>/desk")
def show(match: str) -> str | Response:
    """Shows the desk of a match to a judge; what is hidden is fetched only when the judge asks for it."""
    badge = judging()
    rules, played = house().matches.current(match)
    if badge is None:
        return redirect(url_for("desk.door", match=match))
    game = house().matches.game(played.opened.game)
    data = board_data(game, rules)
    data["words"] |= {"desk": desk_words(), "proof": proof_words()}
    players = seated(played, house().matches.people)
    page = {
        **data,
        "match": match,
        "judge": badge.name,
        "over": played.ended is not None,
        "players": players,
        "outcomes": get_args(Outcome),
    }
    return render_template(
        "desk.html",
        bots=sorted(BOTS),
        match=match,
        title=game.TITLE,
        players=players,
        judge=badge.name,
        page=page,
    )


def judging() -> Badge | None:
    """Returns the badge of the judge at this browser, if it is one's that is good still."""
    token = session.get(sessions.JUDGE)
    try:
        badge = house().matches.badge(token) if token else None
    except UnknownToken:
        return None
    return badge if badge is not None and "judge" in badge.scopes else None


def _door(trouble: str) -> str:
    match: Any = request.values.get("match", "")
    return render_template("judge.html", badge=judging(), match=match, trouble=trouble)
