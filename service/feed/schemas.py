"""Queries of the feed: marshmallow schemas. Unknown parameters are refused."""

from __future__ import annotations

from marshmallow import fields, validate

from domain.games import GAMES

from ..http.bodies.paging import NumberedPage
from ..http.bodies.patterns import Whole
from ..http.bodies.schemas import MATCH, SHORT, is_fact, is_match


class Following(NumberedPage):
    """Which notices of the feed to send: those after a position, up to so many, and of what."""

    limit = Whole(validate=validate.Range(min=1, max=5000), load_default=1000)
    types = fields.List(
        fields.String(validate=is_fact),
        data_key="type",
        load_default=list,
        validate=validate.Length(max=100),
    )
    games = fields.List(
        fields.String(validate=validate.OneOf(list(GAMES))), data_key="game", load_default=list
    )
    matches = fields.List(
        fields.String(validate=is_match, metadata=MATCH),
        data_key="match",
        load_default=list,
        validate=validate.Length(max=100),
    )
    events = fields.List(
        fields.String(validate=SHORT),
        data_key="event",
        load_default=list,
        validate=validate.Length(max=100),
    )
    players = fields.List(
        fields.String(validate=SHORT),
        data_key="player",
        load_default=list,
        validate=validate.Length(max=100),
    )
