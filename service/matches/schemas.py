"""Bodies and queries of requests about matches."""

from __future__ import annotations

from typing import Any, get_args

import marshmallow as ma
from marshmallow import fields, validate

from domain.clocks import Clock, Flag, Kind
from domain.games import GAMES
from domain.messages import Message
from domain.table import Delay, Offer, Status
from domain.table.facts import Source
from domain.table.results import How
from replays.bots.players import BOTS

from ..http.bodies.patterns import Cursor, PatternString, StrictBoolean, StrictInteger
from ..http.bodies.schemas import MAX_SAFE_INTEGER, SHORT_TEXT, FreshnessQuery, no_value


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


_EVENT = PatternString(
    "^([A-Za-z0-9][A-Za-z0-9._-]{0,62})?$",
    error=Message("An event is named by 1 to 63 letters, digits, dots, dashes and underscores."),
)


class Lateness(ma.Schema):
    """Delay of the public view of a match, in one unit."""

    facts = fields.Integer(strict=True, validate=validate.Range(min=1, max=1000))
    rounds = fields.Integer(strict=True, validate=validate.Range(min=1, max=20))
    minutes = fields.Integer(strict=True, validate=validate.Range(min=1, max=1440))

    @ma.validates_schema
    def check_unit(self, args: dict[str, Any], **_: object) -> None:
        """Refuses a delay in no unit or in several."""
        if len(args) != 1:
            raise ma.ValidationError(
                Message("Give a delay in facts, in rounds or in minutes: in one of them.")
            )

    @ma.post_load
    def make_delay(self, args: dict[str, Any], **_: object) -> Delay:
        """Returns the delay."""
        return Delay(**args)


class NewMatch(ma.Schema):
    """Settings of a new match.

    A study has its options and seats from its position.
    """

    game = fields.String(required=True, validate=validate.OneOf(list(GAMES)))
    options = fields.Dict(keys=fields.String(), load_default=dict)
    seats = fields.Integer(strict=True, validate=validate.Range(min=1, max=16), load_default=None)
    cards = fields.String(load_default=None, validate=SHORT_TEXT)
    position = fields.String(data_key="from", load_default=None, validate=validate.Length(min=1, max=20_000))
    event = fields.String(load_default="", validate=_EVENT)
    delay = fields.Nested(Lateness, load_default=None)
    clock = fields.Nested(Timing, load_default=None)
    bots = fields.Dict(
        keys=StrictInteger(),
        values=fields.String(validate=validate.OneOf([*BOTS])),
        load_default=dict,
    )
    open_seats = fields.List(
        fields.Integer(strict=True),
        load_default=list,
        validate=validate.Length(max=16),
    )
    private = StrictBoolean(
        load_default=False,
    )
    source = fields.String(load_default="service", validate=validate.OneOf(get_args(Source)))
    run_on = StrictBoolean(
        load_default=False,
    )

    @ma.validates_schema
    def take_one_or_the_other(self, args: dict[str, Any], **_: object) -> None:
        """Refuses options or seats beside a position, because the position has them."""
        if args.get("position") is not None:
            for field in ("options", "seats"):
                if args.get(field):
                    raise ma.ValidationError(
                        Message("A study takes its {field} from its position.", field=field), field
                    )

    @ma.validates_schema
    def leave_table_alone(self, args: dict[str, Any], **_: object) -> None:
        """Refuses bots and clocks of the service at a real table."""
        for field in ("bots", "clock"):
            if args.get("source") == "table" and args.get(field):
                raise ma.ValidationError(
                    Message("A match on a real table has no {field} of the service.", field=field), field
                )


class MomentQuery(FreshnessQuery):
    """Moment of a view, after an answer and its effects or at a time; by default the present."""

    ply = StrictInteger(validate=validate.Range(min=0, max=MAX_SAFE_INTEGER), load_default=no_value)
    at = fields.AwareDateTime(format="iso", load_default=no_value)

    @ma.validates_schema
    def take_one_or_the_other(self, args: dict[str, Any], **_: object) -> None:
        """Refuses a time beside an answer."""
        if args.get("ply") is not None and args.get("at") is not None:
            raise ma.ValidationError(Message("Give a moment by its answer or by its time."), "at")


class MatchListQuery(FreshnessQuery):
    """Filter and page of the list of matches."""

    game = fields.String(load_default=no_value)
    status = fields.String(validate=validate.OneOf(get_args(Status)), load_default=no_value)
    player = fields.String(load_default=no_value)
    event = fields.String(load_default=no_value)
    winner = fields.String(load_default=no_value)
    character = fields.String(load_default=no_value)
    result = fields.String(validate=validate.OneOf(get_args(How)), load_default=no_value)
    since = fields.AwareDateTime(format="iso", load_default=no_value)
    until = fields.AwareDateTime(format="iso", load_default=no_value)
    ended_since = fields.AwareDateTime(format="iso", load_default=no_value)
    ended_until = fields.AwareDateTime(format="iso", load_default=no_value)
    cursor = Cursor("[0-9A-Z]{1,12}")
    limit = StrictInteger(validate=validate.Range(min=1, max=200), load_default=50)


class Forking(ma.Schema):
    """Fact that a fork continues."""

    seq = fields.Integer(required=True, strict=True, validate=validate.Range(min=1, max=MAX_SAFE_INTEGER))


class TakingBack(ma.Schema):
    """Fact to go back to."""

    to = fields.Integer(strict=True, validate=validate.Range(min=1, max=MAX_SAFE_INTEGER), load_default=None)


class Revealing(ma.Schema):
    """Nonce that a seat has committed to."""

    nonce = fields.String(required=True, validate=SHORT_TEXT)


class Declining(ma.Schema):
    """Offer to decline."""

    what = fields.String(required=True, validate=validate.OneOf(get_args(Offer)))


class StandingIn(ma.Schema):
    """Bot that is offered to play on for a seat, or the consent to such an offer."""

    seat = fields.Integer(
        strict=True, validate=validate.Range(min=0, max=MAX_SAFE_INTEGER), load_default=None
    )
    bot = fields.String(validate=validate.OneOf([*BOTS]), load_default=None)
