"""The pages: the lobby, a new match, a match."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

import msgspec
from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from domain.games import GAMES

from ..api.replies import house
from ..lobby import listed
from ..options import spelt
from . import bots, sessions, tongues
from .data import page_data, question_data

pages = Blueprint(
    "web", __name__, template_folder="templates", static_folder="static", static_url_path="/static"
)

SHOWN = 50
"""How many matches the lobby shows."""


@pages.app_context_processor
def _everywhere() -> dict[str, Any]:
    return {
        "_": tongues.says,
        "lang": tongues.chosen(),
        "languages": tongues.LANGUAGES,
        "csrf": sessions.csrf,
    }


@pages.get("/lobby")
def lobby() -> str:
    """Shows the latest matches, and how to open one."""
    people = house().matches.people
    matches = [(entry, people.seated(entry.players)) for entry in listed(house(), "", SHOWN)]
    return render_template("lobby.html", matches=matches, games=GAMES)


@pages.post("/new")
def new() -> BaseResponse:
    """Opens a match with what the form says, and takes the first seat; others get a link for theirs."""
    form = request.form
    game = house().matches.game(form.get("game", ""))
    seats = int(form.get("seats") or game.SEATS[0])
    opened = house().matches.open(game.NAME, _options(form), seats)
    bots = list(range(1, seats)) if form.get("bots") else []
    sessions.keep_claims(opened.match, opened.claims, bots)
    _take(opened.match, 0, opened.claims[0], form.get("player", ""))
    for seat in bots:
        _take(opened.match, seat, opened.claims[seat], f"Bot {seat}")
    return redirect(url_for("web.match", match=opened.match))


@pages.post("/m/<match>/sit")
def sit(match: str) -> BaseResponse:
    """Takes a seat, with the claim token that the link to it holds."""
    form = request.form
    _take(match, int(form.get("seat", "-1")), form.get("claim", ""), form.get("player", ""))
    return redirect(url_for("web.match", match=match))


@pages.get("/m/<match>/join/<int:seat>/<claim>")
def join(match: str, seat: int, claim: str) -> str:
    """Asks who wants to take a seat."""
    house().matches.current(match)
    return render_template("join.html", match=match, seat=seat, claim=claim)


def _take(match: str, seat: int, claim: str, player: str) -> None:
    """Seats *player* in this browser; the browser's share in the shuffles is made here."""
    seated = house().matches.claim(
        match, seat, claim, player.strip() or f"Player {seat + 1}", secrets.token_hex(16)
    )
    sessions.sit(match, seat, seated.token)


def _options(form: Mapping[str, str]) -> dict[str, Any]:
    """Returns the options that a form gives as `name=value`, separated by blanks."""
    told = (option.partition("=") for option in form.get("options", "").split())
    return {name: spelt(value) for name, _, value in told}


@pages.post("/m/<match>/bot")
def bot(match: str) -> Response:
    """Lets this browser's bots answer until somebody else is asked."""
    answered = bots.play(
        house().matches,
        match,
        {seat: sessions.token(match, f"seat-{seat}") for seat in sessions.bots_of(match)},
    )
    return Response(msgspec.json.encode({"answers": answered}), content_type="application/json")


@pages.get("/m/<match>")
def match(match: str) -> str:
    """Shows a match: to watch, to replay, to play."""
    return render_template("match.html", **page_data(match))


@pages.get("/m/<match>/question/<int:seq>")
def question(match: str, seq: int) -> Response:
    """Tells what is asked after a fact, in words, and what can be picked, as far as this browser may know."""
    return Response(msgspec.json.encode(question_data(match, seq)), content_type="application/json")
