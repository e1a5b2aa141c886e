"""Commentaries on the page of a match: this browser writes with one token, which no script ever sees."""

from __future__ import annotations

from typing import Any

import marshmallow as ma
from flask import Response, g, request, session
from msgspec import Struct
from msgspec.structs import replace

from domain.messages import Message

from ..http.bodies.json_bodies import read_json
from ..http.middleware.rate_limit_headers import charge_commentary
from ..http.pages import Pages
from ..http.requests import optional_token
from ..http.responses import json_response
from ..http.services import services
from ..identity import browser
from ..identity.schemas import requested_player
from ..matches.viewing.access import Access
from ..shared import digests
from ..shared.errors import InvalidOptions
from .api import commentaries
from .schemas import Commenting
from .service import CommentaryService, Listed

notes = Pages("notes", __name__)


class Desk(Struct, frozen=True):
    """The commentaries on a match, and which of them this browser writes."""

    commentaries: list[Listed]
    mine: list[str]


@notes.before_request
def _recognise() -> None:
    """Lets this browser write in its own commentaries, and a judge's take others away.

    That a page of ours asks, `sessions` has seen to.
    """
    commentary = (request.view_args or {}).get("commentary")
    if not commentary or not session or "Authorization" in request.headers:
        return
    pen, api_token = browser.current_session().pen, browser.session_token("", browser.JUDGE)
    if pen and services()[CommentaryService].written_by(commentary, pen):
        g.token = pen
    elif api_token and request.method == "DELETE":
        g.token = api_token


commentaries.blueprint.before_request(_recognise)


@notes.get("/m/<match>/commentaries")
def index(match: str) -> Response:
    """Lists the commentaries on a match."""
    window = services()[Access].window(match, services()[Access].viewer_for(match, optional_token()))
    pen = browser.current_session().pen
    mine = services()[CommentaryService].by(match, pen) if pen else []
    return json_response(Desk(services()[CommentaryService].of(window), mine), Cache_Control="no-store")


@notes.get("/m/<match>/commentaries/<commentary>")
def show(match: str, commentary: str) -> Response:
    """Shows a commentary, as far as whoever looks at *match* may read it."""
    return json_response(
        services()[CommentaryService].show(commentary, optional_token()), Cache_Control="no-store"
    )


@notes.post("/m/<match>/commentaries")
def begin(match: str) -> Response:
    """Opens a commentary that this browser writes."""
    try:
        asked = Commenting().load(_in_own_name(read_json(request.get_data())))
    except ma.ValidationError as error:
        sentence = Message("A commentary has a title and an author, a line each.")
        raise InvalidOptions("/title", sentence) from error
    viewer = services()[Access].viewer_for(match, optional_token())
    charge_commentary()
    known = browser.current_session()
    pen = known.pen or digests.new_token()
    browser.save_session(replace(known, pen=pen))
    made = services()[CommentaryService].open(
        match, viewer, asked["title"], requested_player(asked, "author"), pen
    )
    return json_response(made, Cache_Control="no-store")


def _in_own_name(told: Any) -> Any:
    """Returns what was *told*, with the account of this browser for its author if there is one."""
    if browser.signed_in_account() is None or not isinstance(told, dict):
        return told
    return {name: value for name, value in told.items() if name != "author"} | {
        "key": browser.current_session().account
    }
