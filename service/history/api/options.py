"""Endpoints of the possible answers at a moment, and of the rules that refuse others."""

from __future__ import annotations

from typing import Any

from flask import Response

from domain.published import encode
from projections.match_views import LoadedMatch
from replays.analysis.legality import ChoiceList
from replays.analysis.legality import explain_options as told

from ...http.bodies.schemas import LocalizedQuery
from ...http.resource import Resource
from ...http.services import services
from ...http.tags import Tag
from ...matches.viewing.access import Access
from ...matches.viewing.narrators import choice_narrator
from ...matches.viewing.replies import current_response, immutable_response
from ...matches.viewing.viewers import reveals, viewer_of

options = Resource("options", Tag.PLAY)


@options.get("/matches/<match>/options", "IF_NONE_MATCH")
@options.arguments(LocalizedQuery, location="query")
@options.returns(200, ChoiceList)
@options.errors(401, 404, 422, 503)
@reveals
def list_options(args: dict[str, Any], match: str) -> Response:
    """List the options of the open question.

    The list has each thing on the table, and says whether it can be picked now, or which rule forbids it.
    """
    viewer = viewer_of(match)
    window = services()[Access].window(match, viewer)
    rules, match_state = window.load()
    speaker = choice_narrator(window.game, rules, args["lang"])
    return current_response(
        lambda: encode(told(rules, match_state, viewer, speaker)), match_state.seq, args["lang"]
    )


@options.get("/matches/<match>/facts/<int:seq>/options", "VIEWER", "IF_NONE_MATCH")
@options.arguments(LocalizedQuery, location="query")
@options.returns(200, ChoiceList)
@options.errors(401, 404, 422, 503)
@reveals
def list_past_options(args: dict[str, Any], match: str, seq: int) -> Response:
    """List the options after a fact.

    The list has each thing on the table of that moment, with the rule that forbade to pick it.
    """
    viewer = viewer_of(match)
    window = services()[Access].window(match, viewer)

    def tell(loaded: LoadedMatch) -> ChoiceList:
        return told(*loaded, viewer, choice_narrator(window.game, loaded.rules, args["lang"]))

    return immutable_response(window, seq, tell, args["lang"])
