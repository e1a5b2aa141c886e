"""Marshmallow schemas of requests. They reject unknown fields."""

from __future__ import annotations

import marshmallow as ma
from marshmallow import fields, validate

from domain.messages import Message

from ...eventstore.codec import VOCABULARY
from ...shared import record_ids
from ...shared.language_codes import LANGUAGES
from ...shared.languages import accepted
from ...shared.player_names import MAX_NAME_LENGTH
from .patterns import StrictInteger

MAX_SAFE_INTEGER = 2**53 - 1
"""The largest number that every JSON reader can hold."""


SHORT_TEXT = validate.Length(min=1, max=MAX_NAME_LENGTH)


def no_value() -> None:
    """Returns `None`, the value of an optional query parameter without a value. No client can send it."""


class FreshnessQuery(ma.Schema):
    """The freshness of a view. It includes at least the fact at this position."""

    min_position = StrictInteger(validate=validate.Range(min=0, max=MAX_SAFE_INTEGER), load_default=0)


def check_fact_name(beginning: str) -> None:
    """Raises `ValidationError` unless the name of a fact starts with *beginning*."""
    if not beginning or not any(name.startswith(beginning) for name in VOCABULARY):
        raise ma.ValidationError(
            Message(
                "No fact is called “{name}” or begins so; "
                "/api/v1/games/{{game}}/facts.schema.json has them all.",
                name=beginning,
            )
        )


MATCH_ID_METADATA = {"pattern": f"^{record_ids.MATCH_ID_PATTERN}$"}
"""The pattern of match ids, for the document."""


def check_match_id(id: str) -> None:
    """Raises `ValidationError` for text that is no match id."""
    if not record_ids.is_match_id(id):
        raise ma.ValidationError(
            Message("“{id}” names no match: that takes twelve digits and capital letters.", id=id)
        )


class LanguageQuery(ma.Schema):
    """The language of problems. The default is that of Accept-Language."""

    lang = fields.String(validate=validate.OneOf(LANGUAGES))


class LocalizedQuery(FreshnessQuery):
    """The language of the reply. The default is that of Accept-Language, then English."""

    lang = fields.String(validate=validate.OneOf(LANGUAGES), load_default=accepted)


class FieldError(ma.Schema):
    """An error at one place of the request."""

    detail = fields.String(required=True)
    pointer = fields.String()
    parameter = fields.String()
    line = fields.Integer()
    column = fields.Integer()


class Problem(ma.Schema):
    """An error of a request (RFC 9457)."""

    type = fields.String(required=True, metadata={"format": "uri-reference"})
    title = fields.String(required=True)
    status = fields.Integer(required=True)
    detail = fields.String(required=True)
    fix = fields.String(required=True)
    errors = fields.List(fields.Nested(FieldError))
    rule = fields.String()
    rule_text = fields.String()
    options = fields.List(fields.String())
    least = fields.Integer()
    most = fields.Integer()
    seq = fields.Integer()
    warning = fields.String()
    tables = fields.List(fields.Integer())
