"""The past of a match: what was to be seen after any of its facts."""

from __future__ import annotations

import msgspec
from flask import Response

from domain import table

from .contract import Resource
from .replies import house
from .replies import past as reply
from .requests import bearer

past = Resource("past", "Earlier views of a match.")


@past.get("/matches/<match>/at/<int:seq>", "IF_NONE_MATCH")
@past.returns(200, "Scene")
@past.returns_nothing(304, "It is what it was.")
@past.refuses(401, 404, 503)
def show(match: str, seq: int) -> Response:
    """Shows a match as it stood after one of its facts. What is past does not change: keep it."""
    viewer = house().matches.viewer(match, bearer())
    rules, played = house().matches.at(match, seq)
    return reply(msgspec.json.encode(table.scene(rules, played, viewer)), seq, viewer)
