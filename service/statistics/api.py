"""Endpoint of the statistics of a game."""

from __future__ import annotations

from typing import Any

from flask import Response

from ..http.resource import Resource
from ..http.responses import json_response
from ..http.services import services
from ..http.tags import Tag
from ..matches.repository import MatchRepository
from .model import Statistics
from .schemas import StatisticsQuery
from .service import Choice, StatisticsService

statistics = Resource("statistics", Tag.RESULTS)


@statistics.get("/games/<game>/statistics")
@statistics.arguments(StatisticsQuery, location="query")
@statistics.returns(200, Statistics)
@statistics.errors(404, 422, 503)
def get_statistics(args: dict[str, Any], game: str) -> Response:
    """Get statistics of a game.

    They are win rates by character, pair, seat, first turn, chapter, length, month and card, and up to a
    minute behind. Only finished matches count. Private matches, forks, studies and imports do not. A
    ruling that changes a result changes them.
    """
    services()[MatchRepository].find_game(game)
    return json_response(
        services()[StatisticsService].add_up_choice(Choice(game, **args)), Cache_Control="no-cache"
    )
