"""Commentaries on the page of a match, with a token that no script of this browser sees."""

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
from .api import Commenting, commentaries
from .service import CommentaryService, Listed

notes = Pages("notes", __name__)


class Desk(Struct, frozen=True):
    """Commentaries on a match, and the ids of those that this browser writes."""

    commentaries: list[Listed]
    mine: list[str]


@notes.before_request
def _identify_author() -> None:
    """Authorizes this browser for its own commentaries, and a judge to delete others.

    The session middleware has checked that the request comes from an own page.
    """
    commentary = (request.view_args or {}).get("commentary")
    if not commentary or not session or "Authorization" in request.headers:
        return
    pen, api_token = browser.current_session().pen, browser.session_token("", browser.JUDGE)
    if pen and services()[CommentaryService].is_written_by(commentary, pen):
        g.token = pen
    elif api_token and request.method == "DELETE":
        g.token = api_token


commentaries.blueprint.before_request(_identify_author)


@notes.get("/m/<match>/commentaries")
def index(match: str) -> Response:
    """Lists the commentaries on a match."""
    window = services()[Access].window(match, services()[Access].viewer_for(match, optional_token()))
    pen = browser.current_session().pen
    own_ids = services()[CommentaryService].ids_written_by(match, pen) if pen else []
    return json_response(
        Desk(services()[CommentaryService].list_commentaries(window), own_ids), Cache_Control="no-store"
    )


@notes.get("/m/<match>/commentaries/<commentary>")
def show(match: str, commentary: str) -> Response:
    """Shows a commentary, as far as the viewer of *match* may read it."""
    return json_response(
        services()[CommentaryService].read_commentary(commentary, optional_token()), Cache_Control="no-store"
    )


@notes.post("/m/<match>/commentaries")
def begin(match: str) -> Response:
    """Opens a commentary of this browser."""
    try:
        args = Commenting().load(_in_own_name(read_json(request.get_data())))
    except ma.ValidationError as error:
        sentence = Message("A commentary has a title and an author, a line each.")
        raise InvalidOptions("/title", sentence) from error
    viewer = services()[Access].viewer_for(match, optional_token())
    charge_commentary()
    session_ = browser.current_session()
    pen = session_.pen or digests.new_token()
    browser.save_session(replace(session_, pen=pen))
    commentary = services()[CommentaryService].create_commentary(
        match, viewer, args["title"], requested_player(args, "author"), pen
    )
    return json_response(commentary, Cache_Control="no-store")


def _in_own_name(body: Any) -> Any:
    """Returns *body* with the account of this browser as author, if there is one."""
    if browser.signed_in_account() is None or not isinstance(body, dict):
        return body
    return {name: value for name, value in body.items() if name != "author"} | {
        "key": browser.current_session().account
    }
