"""What people write, and what the document says of it: marshmallow schemas. Unknown fields are refused."""

from __future__ import annotations

from typing import Any

import marshmallow as ma
from marshmallow import fields, validate

from domain.games import GAMES

from ..rulebook import LANGUAGES

LARGEST = 2**53 - 1
"""The largest number that every JSON reader can hold."""

_Name = validate.Length(min=1, max=100)


class Opening(ma.Schema):
    """What a match is opened with; a study takes options and seats from its position."""

    game = fields.String(required=True, validate=validate.OneOf(list(GAMES)))
    options = fields.Dict(keys=fields.String(), load_default=dict)
    seats = fields.Integer(strict=True, validate=validate.Range(min=1, max=16), load_default=None)
    cards = fields.String(load_default=None, validate=_Name)
    position = fields.String(data_key="from", load_default=None, validate=validate.Length(min=1, max=20_000))

    @ma.validates_schema
    def take_one_or_the_other(self, asked: dict[str, Any], **_: object) -> None:
        """Refuses options or seats beside a position, which tells them."""
        if asked.get("position") is not None:
            for field in ("options", "seats"):
                if asked.get(field):
                    raise ma.ValidationError(f"A study takes its {field} from its position.", field)


class Cards(ma.Schema):
    """Which card set of a game to show: by name, the one that comes with it if that is left out."""

    cards = fields.String(load_default=None)


class Claim(ma.Schema):
    """Who takes a seat, and the player's own share in the shuffles."""

    player = fields.String(required=True, validate=_Name)
    nonce = fields.String(load_default="", validate=validate.Length(max=200))


class Answer(ma.Schema):
    """What a seat picked, in order."""

    picks = fields.List(
        fields.String(validate=validate.Length(max=200)), required=True, validate=validate.Length(max=200)
    )


class Looking(ma.Schema):
    """How fresh a view has to be: it has taken in at least the fact at this position."""

    min_position = fields.Integer(validate=validate.Range(min=0, max=LARGEST), load_default=0)


class Listing(Looking):
    """Which matches to list: the newest first, those below `after`."""

    game = fields.String(load_default=None)
    status = fields.String(validate=validate.OneOf(["open", "playing", "over"]), load_default=None)
    player = fields.String(load_default=None)
    since = fields.AwareDateTime(format="iso", load_default=None)
    after = fields.String(load_default="", validate=validate.Regexp("[0-9A-Z]{0,12}$"))
    limit = fields.Integer(validate=validate.Range(min=1, max=200), load_default=50)


class Facts(ma.Schema):
    """Which facts to send: those after a seq, up to so many."""

    after = fields.Integer(validate=validate.Range(min=0, max=LARGEST), load_default=None)
    limit = fields.Integer(validate=validate.Range(min=1, max=5000), load_default=1000)


class Narration(ma.Schema):
    """The language to tell a match in."""

    lang = fields.String(validate=validate.OneOf(["en"]), load_default="en")


class Language(ma.Schema):
    """The language to tell rules in."""

    lang = fields.String(validate=validate.OneOf(LANGUAGES), load_default="en")


class Wrong(ma.Schema):
    """One thing that is wrong, and where: a JSON Pointer into the body, or the name of a query parameter."""

    detail = fields.String(required=True)
    pointer = fields.String()
    parameter = fields.String()


class Problem(ma.Schema):
    """What went wrong (RFC 9457)."""

    type = fields.String(required=True, metadata={"format": "uri-reference"})
    title = fields.String(required=True)
    status = fields.Integer(required=True)
    detail = fields.String(required=True)
    errors = fields.List(fields.Nested(Wrong))
    rule = fields.String(metadata={"description": "The rule that forbids it, such as SA-507."})
    rule_text = fields.String(metadata={"description": "What that rule says, in English."})
    options = fields.List(fields.String(), metadata={"description": "What could have been picked."})
    least = fields.Integer(metadata={"description": "How many options have to be picked."})
    most = fields.Integer(metadata={"description": "How many options may be picked."})
    seq = fields.Integer(metadata={"description": "Where the match stands now."})
