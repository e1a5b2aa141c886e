"""The clock of a match, as it is sent."""

from __future__ import annotations

from typing import Any, get_args

import marshmallow as ma
from marshmallow import fields, validate

from domain.clocks import Clock, Flag, Kind


class Timing(ma.Schema):
    """The time that each seat has: so many seconds for each answer (`move`) or for all (`match`, `fischer`).

    With `fischer`, each answer adds an `increment`. When time is up (`flag`), the other side wins (`loss`),
    or the match rests until a judge decides (`judge`), or it is told and no more (`note`).
    """

    kind = fields.String(required=True, validate=validate.OneOf(get_args(Kind)))
    seconds = fields.Integer(required=True, strict=True, validate=validate.Range(min=1, max=5_184_000))
    increment = fields.Integer(strict=True, load_default=0, validate=validate.Range(min=0, max=86_400))
    flag = fields.String(load_default="loss", validate=validate.OneOf(get_args(Flag)))

    @ma.post_load
    def make(self, asked: dict[str, Any], **_: object) -> Clock:
        """Returns the clock."""
        return Clock(**asked)
