"""Query schemas of tournament endpoints."""

from __future__ import annotations

from typing import Any, get_args

import marshmallow as ma
from marshmallow import fields, validate

from domain.messages import Message
from domain.tournament.plan import Tiebreaker
from projections.tournaments import State

from ..http.bodies.patterns import Cursor, StrictInteger
from ..http.bodies.schemas import (
    MAX_SAFE_INTEGER,
    SHORT_TEXT,
    FreshnessQuery,
    LanguageQuery,
    LocalizedQuery,
    no_value,
)
from ..shared import record_ids
from .queries.moments import Moment, parse_moment

_NUMBER = validate.Range(min=1, max=100_000)


class MomentField(fields.Field[Moment]):
    """A moment by log position or time."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Moment:
        parsed = parse_moment(str(value))
        if parsed is None:
            raise ma.ValidationError(Message("A moment is a position of the log, or a time with its zone."))
        return parsed


def _moment_field(**kwargs: Any) -> MomentField:
    return MomentField(metadata={"type": "string"}, **kwargs)


class TournamentListQuery(FreshnessQuery):
    """Filters of the list of tournaments, with the newest first from a `cursor` on."""

    game = fields.String(load_default=no_value)
    state = fields.String(validate=validate.OneOf(get_args(State)), load_default=no_value)
    text = fields.String(validate=SHORT_TEXT, load_default=no_value)
    player = fields.String(validate=SHORT_TEXT, load_default=no_value)
    winner = fields.String(validate=SHORT_TEXT, load_default=no_value)
    since = fields.AwareDateTime(format="iso", load_default=no_value)
    until = fields.AwareDateTime(format="iso", load_default=no_value)
    ended_since = fields.AwareDateTime(format="iso", load_default=no_value)
    ended_until = fields.AwareDateTime(format="iso", load_default=no_value)
    cursor = Cursor(record_ids.TOURNAMENT_ID_PATTERN)
    limit = StrictInteger(validate=validate.Range(min=1, max=200), load_default=50)


class MomentQuery(FreshnessQuery):
    """The moment of a view, by default now."""

    known = _moment_field(load_default=no_value)


class ExportQuery(FreshnessQuery):
    """The `job` with the exported tournament, for a large one."""

    job = fields.String(load_default=no_value, validate=SHORT_TEXT)


class SimilarNamesQuery(LanguageQuery):
    """Whether similar names belong to different people."""

    accept_similar = fields.Boolean(load_default=False)


class MomentLanguageQuery(MomentQuery, LocalizedQuery):
    """The moment of a view, and the language of its sentences."""


class StageQuery(MomentQuery):
    """The stage of a view, by default the current one."""

    stage = StrictInteger(validate=_NUMBER, load_default=no_value)


class StandingsQuery(StageQuery):
    """The standings of a stage after a round at a moment, by default the last ones."""

    round = StrictInteger(validate=validate.Range(min=0, max=100_000), load_default=no_value)


class ScoreQuery(StandingsQuery, LocalizedQuery):
    """The points of a player, or a tie-breaker, in the selected standings."""

    of = fields.String(validate=validate.OneOf(["points", *get_args(Tiebreaker)]), load_default="points")


class GainQuery(StandingsQuery, LocalizedQuery):
    """Two rounds of a stage, by default the last two; `since` 0 is before the first one."""

    since = StrictInteger(validate=validate.Range(min=0, max=100_000), load_default=no_value)


class PairingQuery(StageQuery, LocalizedQuery):
    """Two players without a pairing."""

    player = fields.String(required=True, validate=SHORT_TEXT)
    opponent = fields.String(required=True, validate=SHORT_TEXT)


class DifferenceQuery(LocalizedQuery):
    """Two moments of a stage's standings, the second by default now.

    `limit` is the number of facts on a page.
    """

    stage = StrictInteger(validate=_NUMBER, load_default=no_value)
    round = StrictInteger(validate=validate.Range(min=0, max=MAX_SAFE_INTEGER), load_default=no_value)
    first = _moment_field(data_key="from", required=True)
    last = _moment_field(data_key="to", load_default=no_value)
    cursor = Cursor("[0-9]{1,16}")
    limit = StrictInteger(validate=validate.Range(min=1, max=200), load_default=50)
