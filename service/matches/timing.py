"""Clock settings in requests."""

from __future__ import annotations

from typing import Any, get_args

import marshmallow as ma
from marshmallow import fields, validate

from domain.clocks import Clock, Flag, Kind


class Timing(ma.Schema):
    """Time control of each seat."""

    kind = fields.String(required=True, validate=validate.OneOf(get_args(Kind)))
    seconds = fields.Integer(required=True, strict=True, validate=validate.Range(min=1, max=5_184_000))
    increment = fields.Integer(strict=True, load_default=0, validate=validate.Range(min=0, max=86_400))
    flag = fields.String(load_default="loss", validate=validate.OneOf(get_args(Flag)))

    @ma.post_load
    def make_clock(self, args: dict[str, Any], **_: object) -> Clock:
        """Returns the clock."""
        return Clock(**args)
