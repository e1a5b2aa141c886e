"""Endpoints of the narration of a match, by facts and by acts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from flask import Response
from msgspec import Struct

from domain import table
from domain.games import Game
from domain.model import Fact
from domain.published import encode
from domain.rules import Rules
from replays.text.acts import Act
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
from ...matches.viewing.narrators import acts_after
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


class ActList(Struct, frozen=True):
    """The acts of a match in one language, `lang`; `next` is the cursor of the next page, if there is one."""

    match: str
    lang: str
    items: list[Act]
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
    source = _load_source(match, args["lang"])
    lines, following = select_page(narrate(source.game, source.rules.book, source.facts, source.lang), args)
    return _reply(
        Narration(match, source.lang, lines, following), "".join(f"{line.text}\n" for line in lines)
    )


@narration.get("/matches/<match>/acts", "VIEWER")
@costly
@heavy
@narration.arguments(Page, location="query")
@narration.returns(200, ActList)
@narration.returns(200, ActList, TEXT)
@narration.errors(401, 404, 406, 422, 503)
@reveals
def list_acts(args: dict[str, Any], match: str) -> Response:
    """List the acts of a match.

    An act is one text for an answer and all that follows from it, with the lines of its facts. Plain text has
    a line for each act that has a text.
    """
    viewer, people = viewer_of(match), services()[PlayerDirectory]
    window = services()[Access].window(match, viewer)
    lang = narration_language(window.game, args["lang"])
    narrated = acts_after(window.game, window.load_replay(), viewer, people, lang, args["after"])
    acts, following = select_page(narrated, args)
    text = "".join(f"{act.text}\n" for act in acts if act.text)
    return _reply(ActList(match, lang, acts, following), text)


class _Source(NamedTuple):
    """The facts that a viewer may see, with players' names, and the language of their sentences."""

    game: Game
    rules: Rules[Any, Any]
    facts: Sequence[Fact]
    lang: str


def _load_source(match: str, language: str) -> _Source:
    viewer = viewer_of(match)
    window = services()[Access].window(match, viewer)
    game, (rules, match_state) = window.game, window.load()
    redacted = (table.redact_fact(rules, fact, viewer) for fact in window.load_facts(0, match_state.seq))
    facts = services()[PlayerDirectory].with_names(redacted, language)
    return _Source(game, rules, facts, narration_language(game, language))


def _reply(story: Narration | ActList, text: str) -> Response:
    """Returns *story* as JSON, or as *text*, as the client prefers."""
    headers = {
        "Cache-Control": "private, no-cache",
        "Content-Language": story.lang,
        "Vary": "Accept, Authorization",
        **next_link(story.next),
    }
    if preferred_type((JSON, TEXT)) == JSON:
        return Response(encode(story), headers=headers, content_type=JSON)
    return Response(text, headers=headers, content_type=f"{TEXT}; charset=utf-8")
