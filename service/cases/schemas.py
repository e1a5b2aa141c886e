"""Schemas of requests about cases. They refuse unknown fields."""

from __future__ import annotations

from typing import Any, get_args

import marshmallow as ma
from marshmallow import fields, validate

from domain.messages import Message
from domain.table import UNREAD
from domain.table.facts import Outcome

from ..http.bodies.paging import NumberedPage
from ..http.bodies.patterns import Cursor, PatternString, StrictInteger
from ..http.bodies.schemas import MAX_SAFE_INTEGER, SHORT_TEXT, FreshnessQuery, LocalizedQuery, no_value
from .rulings import EvidenceRef, Ruling, read_ruling

MAX_ITEMS = validate.Length(max=50)


def text_field() -> fields.String:
    """Returns a field for a statement, with the mark of hidden statements refused."""
    return fields.String(required=True, validate=(validate.Length(min=1, max=4000), _require_words))


def _require_words(text: str) -> None:
    if text == UNREAD:
        raise ma.ValidationError(Message("Write the statement out: “…” stands for a hidden one."))


def seq_field(**kwargs: Any) -> fields.Integer:
    """Returns a field for the number of a fact."""
    return fields.Integer(strict=True, validate=validate.Range(min=1, max=MAX_SAFE_INTEGER), **kwargs)


def seat_field(**kwargs: Any) -> fields.Integer:
    """Returns a field for a seat."""
    return fields.Integer(strict=True, validate=validate.Range(min=0, max=15), **kwargs)


class Pointer(ma.Schema):
    """Fact that a party points to."""

    seq = seq_field(required=True)
    hash = fields.String(load_default="", validate=PatternString("^([0-9a-f]{64})?$"))

    @ma.post_load
    def make_reference(self, args: dict[str, Any], **_: object) -> EvidenceRef:
        """Returns the reference."""
        return EvidenceRef(**args)


class WithEvidence(ma.Schema):
    """Evidence of a statement or a ruling."""

    evidence = fields.List(fields.Nested(Pointer), load_default=list, validate=MAX_ITEMS)


class Disputing(WithEvidence):
    """Claim of a new case, with its evidence."""

    claim = text_field()


class Replying(WithEvidence):
    """Reply to a case, with its evidence."""

    text = text_field()


class NotingPosition(ma.Schema):
    """Position in dispute, with `?` for unknown cards."""

    position = fields.String(required=True, validate=validate.Length(min=1, max=20_000))


class Assigning(ma.Schema):
    """Judge in charge of a case."""

    judge = fields.String(
        required=True,
        validate=validate.Length(max=63),
    )


class CaseListQuery(NumberedPage):
    """Page of the cases of a match, after a number."""

    limit = StrictInteger(validate=validate.Range(min=1, max=200), load_default=200)


class PreviewQuery(LocalizedQuery):
    """Case of a previewed ruling, a new one by default."""

    case = StrictInteger(validate=validate.Range(min=1, max=MAX_SAFE_INTEGER), load_default=no_value)


class Appealing(ma.Schema):
    """Appeal of a ruling."""

    text = text_field()


class CaseQueueQuery(FreshnessQuery):
    """Page of the cases that wait, with the newest claim first."""

    event = fields.String(validate=SHORT_TEXT, load_default=no_value)
    cursor = Cursor("[0-9]{13,15}-[0-9A-Z]{12}-[0-9]{6}")
    limit = StrictInteger(validate=validate.Range(min=1, max=200), load_default=50)


class _WithRules(ma.Schema):
    rules = fields.List(
        fields.String(validate=validate.Length(min=1, max=50)),
        required=True,
        validate=validate.Length(min=1, max=20),
    )
    text = text_field()


class Deciding(_WithRules):
    """Ruling of a judge; its outcome determines which other fields it has."""

    outcome = fields.String(required=True, validate=validate.OneOf(get_args(Outcome)))
    seat = seat_field()
    penalty = fields.String(validate=validate.Length(min=1, max=500))
    facts = fields.List(fields.String(validate=validate.Length(max=500)), validate=MAX_ITEMS)
    position = fields.String(validate=validate.Length(min=1, max=20_000))
    to = seq_field()
    winners = fields.List(seat_field(), validate=MAX_ITEMS)

    @ma.post_load
    def make_ruling(self, args: dict[str, Any], **_: object) -> Ruling:
        """Returns the ruling."""
        return read_ruling(args)


class Rewinding(WithEvidence, _WithRules):
    """Rewind of a match, as a ruling."""

    to = seq_field(required=True)


class Correcting(WithEvidence, _WithRules):
    """Correction of a match: a new position, or facts."""

    facts = fields.List(
        fields.String(validate=validate.Length(max=500)), load_default=list, validate=MAX_ITEMS
    )
    position = fields.String(load_default="", validate=validate.Length(max=20_000))
