"""What players write of themselves: marshmallow schemas. A guest says a name, an account shows its key."""

from __future__ import annotations

from typing import Any

import marshmallow as ma
from marshmallow import fields, validate

from domain.messages import Message

from ..http.bodies.patterns import Spelling, as_a_name, one_of
from ..http.bodies.schemas import SHORT
from ..shared.player_names import LINE

_CALLED = Spelling(LINE, error=Message("A name is one line, not blank, without control characters."))


class Named(ma.Schema):
    """Name of an account."""

    name = fields.String(required=True, validate=[SHORT, _CALLED, as_a_name])


class Claim(ma.Schema):
    """Player who claims a seat: a guest by name, or an account by its key."""

    player = fields.String(validate=[SHORT, _CALLED, as_a_name])
    key = fields.String(validate=SHORT)
    nonce = fields.String(load_default="", validate=validate.Length(max=200))

    @ma.validates_schema
    def take_one_or_the_other(self, args: dict[str, Any], **_: object) -> None:
        """Refuses nobody, and a name beside a key."""
        one_of(args, "player", "key")
