"""Endpoint of the narration of a match."""

from __future__ import annotations

from typing import Any

from flask import Response
from msgspec import Struct

from domain import table
from domain.published import encode
from replays.text.narration import Line, narrate, narration_language

from ...http.bodies.json_bodies import JSON
from ...http.bodies.paging import Page, select_page
from ...http.heavy import costly, heavy
from ...http.requests import preferred_type
from ...http.resource import Resource
from ...http.responses import next_link
from ...http.services import services
from ...http.tags import Tag
from ...identity.players import PlayerDirectory
from ...matches.viewing.access import Access
from ...matches.viewing.viewers import reveals, viewer_of

narration = Resource("narration", Tag.MATCHES)

TEXT = "text/plain"


class Narration(Struct, frozen=True):
    """The story of a match in one language, `lang`: a line for every fact worth telling.

    `next` is the cursor of the next page, if there is one.
    """

    match: str
    lang: str
    items: list[Line]
    next: str | None


@narration.get("/matches/<match>/narration", "VIEWER")
@costly
@heavy
@narration.arguments(Page, location="query")
@narration.returns(200, Narration)
@narration.returns(200, Narration, TEXT)
@narration.errors(401, 404, 406, 422, 503)
@reveals
def get_narration(args: dict[str, Any], match: str) -> Response:
    """Get the narration of a match.

    It is JSON or plain text, and holds only facts that this viewer may see. A game without a translation
    is narrated in English, and `lang` and `Content-Language` say so.
    """
    form = preferred_type((JSON, TEXT))
    viewer = viewer_of(match)
    window = services()[Access].window(match, viewer)
    game, (rules, match_state) = window.game, window.load()
    redacted = (table.redact_fact(rules, fact, viewer) for fact in window.load_facts(0, match_state.seq))
    facts = services()[PlayerDirectory].with_names(redacted)
    lang = narration_language(game, args["lang"])
    lines, following = select_page(narrate(game, rules.book, facts, lang), args)
    headers = {
        "Cache-Control": "private, no-cache",
        "Content-Language": lang,
        "Vary": "Accept, Authorization",
        **next_link(following),
    }
    if form == JSON:
        story = Narration(match, lang, lines, following)
        return Response(encode(story), headers=headers, content_type=JSON)
    text = "".join(f"{line.text}\n" for line in lines)
    return Response(text, headers=headers, content_type=f"{TEXT}; charset=utf-8")
