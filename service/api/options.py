"""Why not? What can be answered at a moment of a match, and why each other thing cannot."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Response

from replays.options import options as told

from .contract import Resource
from .replies import house, past, seen
from .requests import bearer
from .schemas import Looking

options = Resource("options", "What can be answered, and why everything else cannot.")


@options.get("/matches/<match>/options", "IF_NONE_MATCH")
@options.takes(Looking, location="query")
@options.returns(200, "Choices")
@options.returns_nothing(304, "The match stands where `If-None-Match` says.")
@options.refuses(401, 404, 503)
def now(_: dict[str, Any], match: str) -> Response:
    """Tells for each thing on the table whether it can be answered now, and else which rule forbids it."""
    viewer = house().matches.viewer(match, bearer())
    rules, played = house().matches.window(match, viewer).current()
    return seen(msgspec.json.encode(told(rules, played, viewer)), played.seq)


@options.get("/matches/<match>/options/<int:seq>", "IF_NONE_MATCH")
@options.takes(Looking, location="query")
@options.returns(200, "Choices")
@options.returns_nothing(304, "It is what it was.")
@options.refuses(401, 404, 503)
def then(_: dict[str, Any], match: str, seq: int) -> Response:
    """Tells the same of a moment in the past: after one of the facts of the match."""
    viewer = house().matches.viewer(match, bearer())
    rules, played = house().matches.window(match, viewer).at(seq)
    return past(msgspec.json.encode(told(rules, played, viewer)), seq, viewer)
