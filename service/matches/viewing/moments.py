"""Which fact is meant by an answer or a time."""

from __future__ import annotations

from typing import Any

import flask
from flask import Response

from ...http.addresses import API
from .visibility import Window


def to_moment(window: Window, args: dict[str, Any]) -> Response:
    """Leads to the view after the last fact of answer `ply`, or after the last that was known `at` a time.

    A view has one address, under which it can be kept; which fact is the last may change while a match is on.
    Raises `replay.UnknownMoment`.
    """
    film = window.film()
    if args["ply"] is not None:
        seq = film.ply(args["ply"]).seq
    else:
        seq = film.seq_at_time(int(args["at"].timestamp() * 1000))
    reply = flask.redirect(f"{API}/matches/{window.match}/facts/{seq}/scene")
    assert isinstance(reply, Response)
    reply.headers["Cache-Control"] = "private, no-cache"
    return reply
