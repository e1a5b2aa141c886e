"""Opening a tournament: a form of what it announces, shown again with what is wrong."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from flask import redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from domain.errors import LocalizableError
from domain.messages import Message

from ...http.pages import Pages
from ...http.problem_types import KINDS
from ...http.responses import services
from ...identity import browser
from ...matches.errors import Forbidden, UnknownToken
from ...matches.option_form import FIELD, called, choices, picked
from ...matches.options import InvalidOptions
from ...site import i18n
from ...site.games import Playable, playable
from ..access import Actor
from ..commands import NewTournament
from . import words
from .desk import door
from .desk_form import number

announcing = Pages("announcing", __name__)

TIES = 4
"""How many tie-breakers the form lets one announce."""


@announcing.get("/t/new")
def show() -> str:
    """Asks an organizer what a new tournament announces."""
    return _page(request.args) if _founder() is not None else door("")


@announcing.post("/t/new")
def announce() -> str | tuple[str, int] | Response:
    """Opens a tournament, or shows the form again with what is wrong."""
    founder, form = _founder(), request.form
    if founder is None:
        return door(""), 401
    try:
        plan = plan_of(form, playable(form.get("game", "")))
        opened = services().organizing.open(plan, founder)
    except LocalizableError as refusal:
        if not refusal.slug:
            raise
        return _page(form, i18n.tells(refusal)), KINDS[refusal.slug].status
    return redirect(url_for("tournament_desk.show", tournament=opened.tournament), 303)


def plan_of(form: Mapping[str, str], game: Playable) -> NewTournament:
    """Returns what a form announces; raises `InvalidOptions`."""
    ties = [form[f"tie.{place}"] for place in range(TIES) if form.get(f"tie.{place}")]
    plan: dict[str, Any] = {
        "title": form.get("title", ""),
        "game": game.game.NAME,
        "stages": [*_stages(form, game)],
        "tiebreakers": ties,
        "minutes": number(form, "minutes") if form.get("minutes") else 0,
        "online": "online" in form,
        "points": {name: number(form, name) for name in ("win", "draw", "loss", "bye") if form.get(name)},
    }
    try:
        return msgspec.convert(plan, NewTournament)
    except msgspec.ValidationError as error:
        wrong = Message("Something of this is missing, too long or too large.")
        raise InvalidOptions("/title", wrong) from error


def _stages(form: Mapping[str, str], game: Playable) -> Iterator[dict[str, Any]]:
    """Yields the stages that a form tells: one, or one and another for those whom a cut lets through."""
    options = [picked(game.game, game.cast, request.form, 0)]
    for place, prefix in enumerate(("", "cut.")):
        if form.get(f"{prefix}format"):
            seats = form.get(f"{prefix}seats") or "2"
            sizes = [int(one) for one in seats.replace(",", " ").split() if one.isdecimal() and len(one) < 3]
            yield {
                "format": form[f"{prefix}format"],
                "rounds": number(form, f"{prefix}rounds") if form.get(f"{prefix}rounds") else 0,
                "seats": sizes,
                "players": number(form, f"{prefix}players") if place else 0,
                "options": options,
            }


def _founder() -> Actor | None:
    """Returns who opens tournaments at this browser, if it keeps an API token that does."""
    try:
        return services().tournament_access.founder(browser.remembered().api_token)
    except (UnknownToken, Forbidden):
        return None


def _page(told: Mapping[str, str], trouble: str = "") -> str:
    game = playable(told["game"]) if told.get("game") else None
    known = choices(game.game.NAME, game.game.Options) if game else ()
    return render_template(
        "tournament_new.html",
        game=game,
        told=told,
        trouble=trouble,
        field=FIELD,
        main=[choice for choice in known if choice.main and choice.kind == "one"],
        name=lambda *of: called(game.game.NAME, *of) if game else "",
        formats=words.formats(),
        breakers=words.tiebreakers(),
        ties=range(TIES),
        wrong="",
    )
