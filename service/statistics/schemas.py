"""Which matches are to be added up, told in a query: a marshmallow schema."""

from __future__ import annotations

from typing import get_args

from marshmallow import Schema, fields, validate

from ..http.bodies.patterns import Whole
from ..http.bodies.schemas import SHORT, absent
from .service import Bots


class Counted(Schema):
    """Which matches count: those that fit all that is told."""

    chapter = Whole(validate=validate.Range(min=1, max=99), load_default=absent)
    seats = Whole(validate=validate.Range(min=1, max=16), load_default=absent)
    event = fields.String(load_default=absent, validate=SHORT)
    since = fields.AwareDateTime(format="iso", load_default=absent)
    until = fields.AwareDateTime(format="iso", load_default=absent)
    bots = fields.String(
        load_default="all",
        validate=validate.OneOf(get_args(Bots)),
    )
