"""A match told as sentences."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Response
from msgspec import Struct

from domain import table
from replays.narration import Line, narrate

from .contract import JSON, Resource
from .replies import house
from .requests import bearer, wanted
from .schemas import Narration as Asked

narration = Resource("narration", "Matches told as sentences.")

TEXT = "text/plain"


class Narration(Struct, frozen=True):
    """A match told: a line for every fact that is worth one."""

    match: str
    lang: str
    lines: list[Line]


@narration.get("/matches/<match>/narration")
@narration.takes(Asked, location="query")
@narration.returns(200, "Narration")
@narration.returns(200, "Narration", TEXT)
@narration.refuses(401, 404, 406, 422, 503)
def show(asked: dict[str, Any], match: str) -> Response:
    """Tells a match as this viewer may hear it, as JSON or as plain text."""
    form = wanted((JSON, TEXT))
    matches = house().matches
    viewer = matches.viewer(match, bearer())
    rules, played = matches.current(match)
    facts = (table.shown(rules, fact, viewer) for fact in matches.facts(match, 0, played.seq))
    lines = list(narrate(matches.game(played.opened.game), rules.book, facts))
    headers = {"Cache-Control": "private, no-cache", "Vary": "Accept, Accept-Language, Authorization"}
    if form == JSON:
        return Response(
            msgspec.json.encode(Narration(match, asked["lang"], lines)), headers=headers, content_type=JSON
        )
    text = "".join(f"{line.text}\n" for line in lines)
    return Response(text, headers=headers, content_type=f"{TEXT}; charset=utf-8")
