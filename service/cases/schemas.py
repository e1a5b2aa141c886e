"""What people write about cases: marshmallow schemas. Unknown fields are refused."""

from __future__ import annotations

from typing import Any, get_args

import marshmallow as ma
from marshmallow import fields, validate

from domain.table.facts import Outcome

from ..http.bodies.paging import NumberedPage
from ..http.bodies.patterns import Cursor, PatternString, StrictInteger
from ..http.bodies.schemas import MAX_SAFE_INTEGER, SHORT_TEXT, FreshnessQuery, LocalizedQuery, no_value
from .ruling_checks import Ruling
from .service import Piece

_MANY = validate.Length(max=50)


def _text() -> fields.String:
    return fields.String(required=True, validate=validate.Length(min=1, max=4000))


def _seq(**more: Any) -> fields.Integer:
    return fields.Integer(strict=True, validate=validate.Range(min=1, max=MAX_SAFE_INTEGER), **more)


def _seat(**more: Any) -> fields.Integer:
    return fields.Integer(strict=True, validate=validate.Range(min=0, max=15), **more)


class Pointer(ma.Schema):
    """Fact that a party points to."""

    seq = _seq(required=True)
    hash = fields.String(load_default="", validate=PatternString("^([0-9a-f]{64})?$"))

    @ma.post_load
    def make(self, args: dict[str, Any], **_: object) -> Piece:
        """Returns what was pointed to."""
        return Piece(**args)


class _WithEvidence(ma.Schema):
    evidence = fields.List(fields.Nested(Pointer), load_default=list, validate=_MANY)


class Disputing(_WithEvidence):
    """Claim of a new case, with its evidence."""

    claim = _text()


class Replying(_WithEvidence):
    """Reply to a case, with its evidence."""

    text = _text()


class Assigning(ma.Schema):
    """Judge in charge of a case."""

    judge = fields.String(
        required=True,
        validate=validate.Length(max=63),
    )


class Dockets(NumberedPage):
    """Which cases of a match to list: those after a number, up to so many."""

    limit = StrictInteger(validate=validate.Range(min=1, max=200), load_default=200)


class Foreseeing(LocalizedQuery):
    """Which case a ruling would be on; a new one, if that is left out."""

    case = StrictInteger(validate=validate.Range(min=1, max=MAX_SAFE_INTEGER), load_default=no_value)


class Appealing(ma.Schema):
    """Appeal of a ruling."""

    text = _text()


class _Ruled(ma.Schema):
    rules = fields.List(
        fields.String(validate=validate.Length(min=1, max=50)),
        required=True,
        validate=validate.Length(min=1, max=20),
    )
    text = _text()


class Deciding(_Ruled):
    """Ruling of a judge; its outcome determines which other fields it has."""

    outcome = fields.String(required=True, validate=validate.OneOf(get_args(Outcome)))
    seat = _seat()
    penalty = fields.String(validate=validate.Length(min=1, max=500))
    facts = fields.List(
        fields.String(validate=validate.Length(max=500)),
        validate=_MANY,
    )
    position = fields.String(
        validate=validate.Length(min=1, max=20_000),
    )
    to = _seq()
    winners = fields.List(_seat(), validate=_MANY)

    @ma.post_load
    def make(self, args: dict[str, Any], **_: object) -> Ruling:
        """Returns the ruling."""
        lists = {name: tuple(value) for name, value in args.items() if isinstance(value, list)}
        return Ruling(**(args | lists))


class Rewinding(_WithEvidence, _Ruled):
    """Rewind of a match, as a ruling."""

    to = _seq(required=True)


class Correcting(_WithEvidence, _Ruled):
    """Correction of a match: a new position, or facts."""

    facts = fields.List(fields.String(validate=validate.Length(max=500)), load_default=list, validate=_MANY)
    position = fields.String(load_default="", validate=validate.Length(max=20_000))


class Queueing(FreshnessQuery):
    """Which cases that wait to list: the newest claim first, from a `cursor` on."""

    event = fields.String(validate=SHORT_TEXT, load_default=no_value)
    cursor = Cursor("[0-9]{13,15}-[0-9A-Z]{12}-[0-9]{6}")
    limit = StrictInteger(validate=validate.Range(min=1, max=200), load_default=50)
