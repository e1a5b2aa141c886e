"""Query schemas of tournament endpoints."""

from __future__ import annotations

from typing import Any, get_args

import marshmallow as ma
from marshmallow import fields, validate

from domain.messages import Message
from domain.tournament.plan import Tiebreaker
from projections.tournaments import State

from ..http.bodies.patterns import Cursor, Whole
from ..http.bodies.schemas import LARGEST, SHORT, Language, Looking, Spoken, absent
from ..shared import tournament_ids
from .queries.moments import Moment, parse_moment

_NUMBER = validate.Range(min=1, max=100_000)


class Known(fields.Field[Moment]):
    """A moment by log position or time."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Moment:
        parsed = parse_moment(str(value))
        if parsed is None:
            raise ma.ValidationError(Message("A moment is a position of the log, or a time with its zone."))
        return parsed


def _moment_field(**kwargs: Any) -> Known:
    return Known(metadata={"type": "string"}, **kwargs)


class Tournaments(Looking):
    """Filters of the list of tournaments, with the newest first from a `cursor` on."""

    game = fields.String(load_default=absent)
    state = fields.String(validate=validate.OneOf(get_args(State)), load_default=absent)
    text = fields.String(validate=SHORT, load_default=absent)
    player = fields.String(validate=SHORT, load_default=absent)
    winner = fields.String(validate=SHORT, load_default=absent)
    since = fields.AwareDateTime(format="iso", load_default=absent)
    until = fields.AwareDateTime(format="iso", load_default=absent)
    ended_since = fields.AwareDateTime(format="iso", load_default=absent)
    ended_until = fields.AwareDateTime(format="iso", load_default=absent)
    cursor = Cursor(tournament_ids.SHAPE)
    limit = Whole(validate=validate.Range(min=1, max=200), load_default=50)


class AsKnown(Looking):
    """The moment of a view, by default now."""

    known = _moment_field(load_default=absent)


class Exporting(Looking):
    """The `job` with the exported tournament, for a large one."""

    job = fields.String(load_default=absent, validate=SHORT)


class SimilarNames(Spoken):
    """Whether similar names belong to different people."""

    accept_similar = fields.Boolean(load_default=False)


class KnownInLanguage(AsKnown, Language):
    """The moment of a view, and the language of its sentences."""


class OfRound(AsKnown):
    """The stage of a view, by default the current one."""

    stage = Whole(validate=_NUMBER, load_default=absent)


class Standings(OfRound):
    """The standings of a stage after a round at a moment, by default the last ones."""

    round = Whole(validate=validate.Range(min=0, max=100_000), load_default=absent)


class Reasons(Standings, Language):
    """The points of a player, or a tie-breaker, in the selected standings."""

    of = fields.String(validate=validate.OneOf(["points", *get_args(Tiebreaker)]), load_default="points")


class Gaining(Standings, Language):
    """Two rounds of a stage, by default the last two; `since` 0 is before the first one."""

    since = Whole(validate=validate.Range(min=0, max=100_000), load_default=absent)


class Meeting(OfRound, Language):
    """Two players without a pairing."""

    player = fields.String(required=True, validate=SHORT)
    opponent = fields.String(required=True, validate=SHORT)


class Differing(Language):
    """Two moments of a stage's standings, the second by default now.

    `limit` is the number of facts on a page.
    """

    stage = Whole(validate=_NUMBER, load_default=absent)
    round = Whole(validate=validate.Range(min=0, max=LARGEST), load_default=absent)
    first = _moment_field(data_key="from", required=True)
    last = _moment_field(data_key="to", load_default=absent)
    cursor = Cursor("[0-9]{1,16}")
    limit = Whole(validate=validate.Range(min=1, max=200), load_default=50)
