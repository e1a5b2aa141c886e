"""What people write, and what the document says of it: marshmallow schemas. Unknown fields are refused."""

from __future__ import annotations

from typing import Any, get_args

import marshmallow as ma
from marshmallow import fields, validate

from domain.games import GAMES
from domain.messages import Message
from domain.table import Delay, Offer, Status
from domain.table.results import How
from replays.bots import BOTS

from ...eventstore.vocabulary import VOCABULARY
from ...shared import match_ids
from ...shared.language_codes import LANGUAGES
from ...shared.languages import accepted
from ...shared.player_names import LONGEST
from .patterns import Cursor, Spelling, Whole, YesOrNo
from .timing import Timing

LARGEST = 2**53 - 1
"""The largest number that every JSON reader can hold."""


SHORT = validate.Length(min=1, max=LONGEST)
_OPAQUE = Spelling(
    "^([A-Za-z0-9][A-Za-z0-9._-]{0,62})?$",
    error=Message("An event is named by 1 to 63 letters, digits, dots, dashes and underscores."),
)


def absent() -> None:
    """Returns what stands for a query parameter that was left out, and cannot be sent: none is null."""


class Lateness(ma.Schema):
    """Delay of the public view of a match, in one unit."""

    facts = fields.Integer(strict=True, validate=validate.Range(min=1, max=1000))
    rounds = fields.Integer(strict=True, validate=validate.Range(min=1, max=20))
    minutes = fields.Integer(strict=True, validate=validate.Range(min=1, max=1440))

    @ma.validates_schema
    def take_one(self, args: dict[str, Any], **_: object) -> None:
        """Refuses none of them, and several."""
        if len(args) != 1:
            raise ma.ValidationError(
                Message("A delay is told in facts, in rounds or in minutes: in one of them.")
            )

    @ma.post_load
    def make(self, args: dict[str, Any], **_: object) -> Delay:
        """Returns the delay."""
        return Delay(**args)


class NewMatch(ma.Schema):
    """Settings of a new match.

    A study has its options and seats from its position.
    """

    game = fields.String(required=True, validate=validate.OneOf(list(GAMES)))
    options = fields.Dict(keys=fields.String(), load_default=dict)
    seats = fields.Integer(strict=True, validate=validate.Range(min=1, max=16), load_default=None)
    cards = fields.String(load_default=None, validate=SHORT)
    position = fields.String(data_key="from", load_default=None, validate=validate.Length(min=1, max=20_000))
    event = fields.String(load_default="", validate=_OPAQUE)
    delay = fields.Nested(Lateness, load_default=None)
    clock = fields.Nested(Timing, load_default=None)
    bots = fields.Dict(
        keys=Whole(),
        values=fields.String(validate=validate.OneOf([*BOTS])),
        load_default=dict,
    )
    open_seats = fields.List(
        fields.Integer(strict=True),
        load_default=list,
        validate=validate.Length(max=16),
    )
    private = YesOrNo(
        load_default=False,
    )

    @ma.validates_schema
    def take_one_or_the_other(self, args: dict[str, Any], **_: object) -> None:
        """Refuses options or seats beside a position, which tells them."""
        if args.get("position") is not None:
            for field in ("options", "seats"):
                if args.get(field):
                    raise ma.ValidationError(
                        Message("A study takes its {field} from its position.", field=field), field
                    )


class Cards(ma.Schema):
    """Which card set of a game to show: by name, the one that comes with it if that is left out."""

    cards = fields.String(load_default=absent)


class Looking(ma.Schema):
    """How fresh a view has to be: it has taken in at least the fact at this position."""

    min_position = Whole(validate=validate.Range(min=0, max=LARGEST), load_default=0)


class Moment(Looking):
    """Which moment to look at, if not the present: after an answer and all that followed, or at a time."""

    ply = Whole(validate=validate.Range(min=0, max=LARGEST), load_default=absent)
    at = fields.AwareDateTime(format="iso", load_default=absent)

    @ma.validates_schema
    def take_one_or_the_other(self, args: dict[str, Any], **_: object) -> None:
        """Refuses a time beside an answer."""
        if args.get("ply") is not None and args.get("at") is not None:
            raise ma.ValidationError(Message("A moment is told by its answer or by its time."), "at")


class Listing(Looking):
    """Which matches to list: the newest first, from a `cursor` on."""

    game = fields.String(load_default=absent)
    status = fields.String(validate=validate.OneOf(get_args(Status)), load_default=absent)
    player = fields.String(load_default=absent)
    event = fields.String(load_default=absent)
    winner = fields.String(load_default=absent)
    character = fields.String(load_default=absent)
    result = fields.String(validate=validate.OneOf(get_args(How)), load_default=absent)
    since = fields.AwareDateTime(format="iso", load_default=absent)
    until = fields.AwareDateTime(format="iso", load_default=absent)
    ended_since = fields.AwareDateTime(format="iso", load_default=absent)
    ended_until = fields.AwareDateTime(format="iso", load_default=absent)
    cursor = Cursor("[0-9A-Z]{1,12}")
    limit = Whole(validate=validate.Range(min=1, max=200), load_default=50)


class Queueing(Looking):
    """Which cases that wait to list: the newest claim first, from a `cursor` on."""

    event = fields.String(validate=SHORT, load_default=absent)
    cursor = Cursor("[0-9]{13,15}-[0-9A-Z]{12}-[0-9]{6}")
    limit = Whole(validate=validate.Range(min=1, max=200), load_default=50)


def is_fact(beginning: str) -> None:
    """Refuses what no fact is called, nor begins with."""
    if not beginning or not any(name.startswith(beginning) for name in VOCABULARY):
        raise ma.ValidationError(
            Message(
                "No fact is called “{name}” or begins so; "
                "/api/v1/games/{{game}}/facts.schema.json has them all.",
                name=beginning,
            )
        )


MATCH = {"pattern": f"^{match_ids.SHAPE}$"}
"""What the document says of the id of a match."""


def is_match(id: str) -> None:
    """Refuses what cannot be the id of a match."""
    if not match_ids.is_one(id):
        raise ma.ValidationError(
            Message("“{id}” names no match: that takes twelve digits and capital letters.", id=id)
        )


class Written(Looking):
    """Which head of a match: the first that a fact went into, the last one if that is left out."""

    seq = Whole(validate=validate.Range(min=1, max=LARGEST), load_default=absent)


class Grown(ma.Schema):
    """How many heads the log held that somebody knows already."""

    old = Whole(data_key="from", validate=validate.Range(min=1, max=LARGEST), load_default=absent)


class Spoken(ma.Schema):
    """The language to tell a problem in: as Accept-Language asks, if left out."""

    lang = fields.String(validate=validate.OneOf(LANGUAGES))


class Language(Looking):
    """The language to answer in: as Accept-Language asks, if left out; English, where there is no other."""

    lang = fields.String(validate=validate.OneOf(LANGUAGES), load_default=accepted)


class Between(Language):
    """Two facts: what changed from the view after one to the view after the other."""

    first = Whole(data_key="from", required=True, validate=validate.Range(min=1, max=LARGEST))
    last = Whole(data_key="to", required=True, validate=validate.Range(min=1, max=LARGEST))


class Asking(Language):
    """What to tell the reasons of, if not of the fact itself."""

    of = fields.String(validate=validate.Length(max=500), load_default="")


class Forking(ma.Schema):
    """Fact that a fork continues."""

    seq = fields.Integer(required=True, strict=True, validate=validate.Range(min=1, max=LARGEST))


class TakingBack(ma.Schema):
    """Fact to go back to."""

    to = fields.Integer(strict=True, validate=validate.Range(min=1, max=LARGEST), load_default=None)


class Declining(ma.Schema):
    """Offer to decline."""

    what = fields.String(required=True, validate=validate.OneOf(get_args(Offer)))


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
