"""Request bodies of commands around a match."""

from __future__ import annotations

import marshmallow as ma
from marshmallow import fields, validate

from replays.bots import BOTS

from ..http.bodies.schemas import LARGEST


class StandingIn(ma.Schema):
    """Bot that is offered to play on for a seat, or the consent to such an offer."""

    seat = fields.Integer(strict=True, validate=validate.Range(min=0, max=LARGEST), load_default=None)
    bot = fields.String(validate=validate.OneOf([*BOTS]), load_default=None)
