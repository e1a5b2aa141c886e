"""Views by answer or by time."""

from __future__ import annotations

from typing import Any

import flask
from flask import Response

from ...http.addresses import API
from .visibility import Window


def redirect_to_moment(window: Window, args: dict[str, Any]) -> Response:
    """Redirects to the view after the last fact of answer `ply`, or known `at` a time.

    Each view has one address for caches, while the last fact may change during a match. Raises
    `replay.UnknownMoment`.
    """
    replay = window.load_replay()
    if args["ply"] is not None:
        seq = replay.ply(args["ply"]).seq
    else:
        seq = replay.seq_at_time(int(args["at"].timestamp() * 1000))
    reply = flask.redirect(f"{API}/matches/{window.match}/facts/{seq}/scene")
    assert isinstance(reply, Response)
    reply.headers["Cache-Control"] = "private, no-cache"
    return reply
