"""The pages: where each of them is; and a match, to watch, to replay, to play."""

from __future__ import annotations

from flask import Response, render_template

from domain.published import encode

from ...http.bodies.json_bodies import JSON
from ...http.heavy import heavy
from ...http.pages import Pages
from ...http.services import services
from ..viewing.access import Access
from ..viewing.alternatives import possible_data
from ..viewing.viewers import reveals, viewer_of
from . import join, lobby, new_match
from .match_data import page_data, question_data
from .updates import updates_after

pages = Pages("web", __name__)

pages.add_url_rule("/", "home", lobby.show)
pages.add_url_rule("/lobby", "lobby", lobby.show)
pages.add_url_rule("/new", "new", new_match.new)
pages.add_url_rule("/new", "open", new_match.open_match, methods=["POST"])
pages.add_url_rule("/m/<match>/join/<int:seat>/<claim>", "join", join.join)
pages.add_url_rule("/m/<match>/join/<int:seat>", "join_open", join.join)
pages.add_url_rule("/m/<match>/sit", "sit", join.sit, methods=["POST"])


@pages.get("/m/<match>")
def match(match: str) -> str:
    """Shows a match: to watch, to replay, to play."""
    return render_template("match.html", **page_data(match))


@pages.get("/m/<match>/question/<int:seq>")
@reveals
def question(match: str, seq: int) -> Response:
    """Tells what is asked after a fact, in words, and what can be picked, as far as this browser may know."""
    args = question_data(services()[Access].window(match, viewer_of(match)), seq)
    return Response(encode(args), content_type=JSON)


@pages.get("/m/<match>/updates/0")
@heavy
def all_updates(match: str) -> Response:
    """Returns all that the page shows of the facts of a match."""
    return updates(match=match, after=0)


@pages.get("/m/<match>/updates/<int:after>")
@reveals
def updates(match: str, after: int) -> Response:
    """Returns all that the page shows of the facts after a fact, as far as this browser may know."""
    told = updates_after(services()[Access].window(match, viewer_of(match)), after)
    return Response(encode(told), headers={"Cache-Control": "no-store"}, content_type=JSON)


@pages.get("/m/<match>/possible/<int:seq>")
@reveals
def possible(match: str, seq: int) -> Response:
    """Tells what could be answered after a fact, and why nothing else, as far as this browser may know."""
    return Response(encode(possible_data(match, seq)), content_type=JSON)
