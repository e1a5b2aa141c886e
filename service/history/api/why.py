"""Endpoint of causes, from a fact or a value back to an answer."""

from __future__ import annotations

from typing import Any

from flask import Response
from msgspec import structs

from replays.analysis.why import Why
from replays.analysis.why import find_causes as told

from ...catalog import rulebook
from ...catalog.rule_texts import RuleText, rule_text
from ...http.heavy import costly, heavy
from ...http.resource import Resource
from ...http.responses import json_response
from ...http.services import services
from ...http.tags import Tag
from ...identity.players import PlayerDirectory
from ...matches.viewing.access import Access
from ...matches.viewing.narrators import fact_narrator
from ...matches.viewing.viewers import reveals, viewer_of
from ..schemas import WhyQuery

why_resource = Resource("why", Tag.ANALYSIS)


class Reasons(Why, frozen=True, kw_only=True):
    """The causes of a fact or of a value, with the rules that steps and parts name, in `lang`."""

    lang: str
    rules: dict[str, RuleText]


@why_resource.get("/matches/<match>/facts/<int:seq>/why", "VIEWER")
@costly
@heavy
@why_resource.arguments(WhyQuery, location="query")
@why_resource.returns(200, Reasons)
@why_resource.errors(401, 404, 422, 503)
@reveals
def explain_fact(args: dict[str, Any], match: str, seq: int) -> Response:
    """Explain a fact.

    Without `of` the reply explains why the fact happened. `of` is a JSON Pointer into the scene, such as
    `/board/realms/0/power`, or a computed number: `strength:peter-pan`, `cost:greed-1`, `attack:GAS`,
    `effect:GAS:GAS05.1.1:SAM`. Sentences contain names of players, so the reply must not be cached.
    """
    viewer = viewer_of(match)
    window = services()[Access].window(match, viewer)
    game, replay = window.game, window.load_replay()
    teller = fact_narrator(game, replay, viewer, services()[PlayerDirectory], args["lang"])
    causes = told(game, replay, seq, viewer, teller, args["of"])
    book = rulebook.packaged_rulebook(game.NAME)
    lang = book.language_for(args["lang"])
    parts = (*causes.parts, *(part for step in causes.steps for part in step.parts))
    cited = (*(part.rule for part in parts), *(step.rule for step in causes.steps))
    rules = {rule: rule_text(book.find_rule(rule), lang) for rule in cited if book.is_rule(rule)}
    reasons = Reasons(**structs.asdict(causes), lang=lang, rules=rules)
    return json_response(
        reasons, Cache_Control="private, no-cache", Content_Language=lang, Vary="Authorization"
    )
