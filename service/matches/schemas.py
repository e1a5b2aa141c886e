"""Request bodies of commands around a match."""

from __future__ import annotations

import marshmallow as ma
from marshmallow import fields, validate

from replays.bots import BOTS

from ..http.schemas import LARGEST


class StandingIn(ma.Schema):
    """The seat that a bot is to play on, by default the own one, and the bot; while an offer stands, its."""

    seat = fields.Integer(strict=True, validate=validate.Range(min=0, max=LARGEST), load_default=None)
    bot = fields.String(validate=validate.OneOf([*BOTS]), load_default=None)
