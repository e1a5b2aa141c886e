"""Query of statistics."""

from __future__ import annotations

from typing import get_args

from marshmallow import Schema, fields, validate

from ..http.bodies.patterns import StrictInteger
from ..http.bodies.schemas import SHORT_TEXT, no_value
from .service import Bots


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
