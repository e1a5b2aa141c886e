"""Requests about commentaries."""

from __future__ import annotations

from typing import Any

import marshmallow as ma
from marshmallow import fields, validate

from ..http.bodies.patterns import Cursor, PatternString, StrictInteger, check_name, require_name_or_key
from ..shared.player_names import MAX_NAME_LENGTH, NAME_PATTERN

_LINE = PatternString(NAME_PATTERN, error="This is one line, not blank, without control characters.")


class Commenting(ma.Schema):
    """Title and author of a new commentary: a guest by name, or an account by its key."""

    title = fields.String(required=True, validate=[validate.Length(min=1, max=200), _LINE])
    author = fields.String(
        validate=[validate.Length(min=1, max=MAX_NAME_LENGTH), _LINE, check_name],
    )
    key = fields.String(
        validate=validate.Length(min=1, max=MAX_NAME_LENGTH),
    )

    @ma.validates_schema
    def take_one_or_the_other(self, args: dict[str, Any], **_: object) -> None:
        """Refuses a body without an author, and a name beside a key."""
        require_name_or_key(args, "author", "key")


class Commentaries(ma.Schema):
    """Page of the commentaries on a match."""

    cursor = Cursor("c-[0-9a-f]{16}")
    limit = StrictInteger(validate=validate.Range(min=1, max=200), load_default=200)


class Noting(ma.Schema):
    """Note on a fact, with its marks on the board."""

    text = fields.String(required=True, validate=validate.Length(min=1, max=2000))
    marks = fields.List(
        fields.String(validate=[validate.Length(min=1, max=100), _LINE]),
        load_default=list,
        validate=validate.Length(max=60),
    )
