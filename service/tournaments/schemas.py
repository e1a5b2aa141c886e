"""What is asked of tournaments in a query: marshmallow schemas."""

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
from .queries.moments import Moment, moment

_NUMBER = validate.Range(min=1, max=100_000)


class Known(fields.Field[Moment]):
    """When something was known: a position of the log, or a time."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Moment:
        found = moment(str(value))
        if found is None:
            raise ma.ValidationError(Message("A moment is a position of the log, or a time with its zone."))
        return found


def _known(**more: Any) -> Known:
    return Known(metadata={"type": "string"}, **more)


class Tournaments(Looking):
    """Which tournaments to list: the newest first, from a `cursor` on."""

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
    """When what is looked at was known: now, if left out."""

    known = _known(load_default=absent)


class Exporting(Looking):
    """The `job` that has exported the tournament, where one was needed."""

    job = fields.String(load_default=absent, validate=SHORT)


class SimilarNames(Spoken):
    """Whether names that look alike are those of different people."""

    accept_similar = fields.Boolean(load_default=False)


class KnownInLanguage(AsKnown, Language):
    """When what is looked at was known, and the language of its sentences."""


class OfRound(AsKnown):
    """Which stage: the one being played, if left out."""

    stage = Whole(validate=_NUMBER, load_default=absent)


class Standings(OfRound):
    """The standings of a stage after a round, and when they were known: the last ones, if left out."""

    round = Whole(validate=validate.Range(min=0, max=100_000), load_default=absent)


class Reasons(Standings, Language):
    """The points of a player, or the value of a tie-breaker, in the standings that are asked for."""

    of = fields.String(validate=validate.OneOf(["points", *get_args(Tiebreaker)]), load_default="points")


class Gaining(Standings, Language):
    """Two rounds of a stage: from `since`, the one before `round` if left out, and 0 for before the first."""

    since = Whole(validate=validate.Range(min=0, max=100_000), load_default=absent)


class Meeting(OfRound, Language):
    """Two players, of whom it is asked why they do not meet."""

    player = fields.String(required=True, validate=SHORT)
    opponent = fields.String(required=True, validate=SHORT)


class Differing(Language):
    """Two moments at which standings of a stage after a round were known: the second is now, if left out.

    `limit` is how many facts that changed something are told at once.
    """

    stage = Whole(validate=_NUMBER, load_default=absent)
    round = Whole(validate=validate.Range(min=0, max=LARGEST), load_default=absent)
    first = _known(data_key="from", required=True)
    last = _known(data_key="to", load_default=absent)
    cursor = Cursor("[0-9]{1,16}")
    limit = Whole(validate=validate.Range(min=1, max=200), load_default=50)
