"""Endpoint of the statistics of a game."""

from __future__ import annotations

from typing import Any, get_args

from flask import Response
from marshmallow import Schema, fields, validate

from ..http.bodies.patterns import StrictInteger
from ..http.bodies.schemas import SHORT_TEXT, no_value
from ..http.resource import Resource
from ..http.responses import json_response
from ..http.services import services
from ..http.tags import Tag
from ..matches.repository import MatchRepository
from .model import Statistics
from .service import Bots, Choice, StatisticsService


class StatisticsQuery(Schema):
    """Filter of the counted matches."""

    chapter = StrictInteger(validate=validate.Range(min=1, max=99), load_default=no_value)
    seats = StrictInteger(validate=validate.Range(min=1, max=16), load_default=no_value)
    event = fields.String(load_default=no_value, validate=SHORT_TEXT)
    since = fields.AwareDateTime(format="iso", load_default=no_value)
    until = fields.AwareDateTime(format="iso", load_default=no_value)
    bots = fields.String(
        load_default="all",
        validate=validate.OneOf(get_args(Bots)),
    )


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
