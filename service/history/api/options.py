"""Endpoints of the possible answers at a moment, and of the rules that refuse others."""

from __future__ import annotations

from typing import Any

from flask import Response

from domain.decider import Unplayable
from domain.notation import Unreadable
from domain.published import encode
from projections.match_views import LoadedMatch
from replays.analysis.legality import ChoiceList, explain_options
from replays.analysis.unknown_cards import JudgedPosition, judge_position

from ...catalog.cardsets import CardSetNotFound, CardSetRegistry
from ...catalog.examples import EXAMPLE_POSITION
from ...http.bodies.schemas import LocalizedQuery
from ...http.heavy import costly
from ...http.resource import Resource
from ...http.responses import json_response
from ...http.services import services
from ...http.tags import Tag
from ...matches.repository import MatchRepository
from ...matches.viewing.access import Access
from ...matches.viewing.narrators import choice_narrator
from ...matches.viewing.replies import current_response, immutable_response
from ...matches.viewing.viewers import reveals, viewer_of
from ...shared.errors import InvalidOptions
from ..schemas import PositionToJudge

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
        lambda: encode(explain_options(rules, match_state, viewer, speaker)), match_state.seq, args["lang"]
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

    def list_choices(loaded: LoadedMatch) -> ChoiceList:
        return explain_options(*loaded, viewer, choice_narrator(window.game, loaded.rules, args["lang"]))

    return immutable_response(window, seq, list_choices, args["lang"])


@options.post("/games/<game>/positions/options")
@costly
@options.arguments(LocalizedQuery, location="query")
@options.arguments(PositionToJudge, example={"position": EXAMPLE_POSITION})
@options.returns(200, JudgedPosition)
@options.errors(400, 404, 413, 415, 422, 503)
def judge_options(query: dict[str, Any], args: dict[str, Any], game: str) -> Response:
    """Judge options at a position.

    Each answer is legal with every hand that the position allows, possible with some, or illegal. The service
    stores nothing.
    """
    game_def = services()[MatchRepository].find_game(game)
    try:
        card_set = services()[CardSetRegistry].find_cards(game, args["cards"])
    except CardSetNotFound as error:
        raise InvalidOptions("/cards", error.message) from error
    rules = game_def.make_rules(card_set.book)
    narrator = choice_narrator(game_def, rules, query["lang"])
    try:
        judged = judge_position(game_def, rules, args["position"], narrator)
    except (Unplayable, Unreadable) as error:
        rule = error.refusal.rule if isinstance(error, Unplayable) else ""
        raise InvalidOptions("/position", error.message, rule or None) from error
    return json_response(judged)
