"""Queries of the feed: marshmallow schemas. Unknown parameters are refused."""

from __future__ import annotations

from marshmallow import fields, validate

from domain.games import GAMES

from ..http.bodies.paging import NumberedPage
from ..http.bodies.patterns import StrictInteger
from ..http.bodies.schemas import MATCH_ID_METADATA, SHORT_TEXT, check_fact_name, check_match_id


class Following(NumberedPage):
    """Which notices of the feed to send: those after a position, up to so many, and of what."""

    limit = StrictInteger(validate=validate.Range(min=1, max=5000), load_default=1000)
    types = fields.List(
        fields.String(validate=check_fact_name),
        data_key="type",
        load_default=list,
        validate=validate.Length(max=100),
    )
    games = fields.List(
        fields.String(validate=validate.OneOf(list(GAMES))), data_key="game", load_default=list
    )
    matches = fields.List(
        fields.String(validate=check_match_id, metadata=MATCH_ID_METADATA),
        data_key="match",
        load_default=list,
        validate=validate.Length(max=100),
    )
    events = fields.List(
        fields.String(validate=SHORT_TEXT),
        data_key="event",
        load_default=list,
        validate=validate.Length(max=100),
    )
    players = fields.List(
        fields.String(validate=SHORT_TEXT),
        data_key="player",
        load_default=list,
        validate=validate.Length(max=100),
    )
