"""Queries of analyses of a match."""

from __future__ import annotations

import marshmallow as ma
from marshmallow import fields, validate

from replays.analysis.judgments import DEAL_COUNT, REVIEW_LEVELS
from replays.analysis.variations import MAX_LINE_ANSWERS
from replays.bots.determinization import WORLD_COUNT
from replays.bots.players import BOTS

from ..http.bodies.patterns import StrictInteger
from ..http.bodies.schemas import MAX_SAFE_INTEGER, SHORT_TEXT, LocalizedQuery, no_value


class WhatIfQuery(ma.Schema):
    """Other answers to play on from, with the bots and the number of matches."""

    instead = fields.List(
        fields.String(validate=validate.Length(max=2000)),
        load_default=list,
        validate=validate.Length(max=8),
    )
    matches = StrictInteger(validate=validate.Range(min=1, max=200), load_default=40)
    bots = fields.String(validate=validate.OneOf(sorted(BOTS)), load_default="greedy")
    seed = fields.String(load_default=no_value, validate=SHORT_TEXT)


class ReviewQuery(ma.Schema):
    """Bot of a review."""

    bots = fields.String(
        validate=validate.OneOf([*REVIEW_LEVELS]),
        load_default="quick",
    )


class PlayedLineQuery(LocalizedQuery):
    """Line of a review, with its answers and its imagined world."""

    answer = fields.List(
        fields.String(validate=validate.Length(max=2000)),
        load_default=list,
        validate=validate.Length(max=MAX_LINE_ANSWERS),
    )
    world = StrictInteger(validate=validate.Range(min=0, max=DEAL_COUNT * WORLD_COUNT - 1), load_default=0)


class PositionToJudge(ma.Schema):
    """Position with unknown cards, and a card set, by default that of the game."""

    position = fields.String(required=True, validate=validate.Length(min=1, max=20_000))
    cards = fields.String(load_default=no_value, validate=SHORT_TEXT)


class DiffQuery(LocalizedQuery):
    """Two facts, for the changes from the view after one to the view after the other."""

    first = StrictInteger(
        data_key="from", required=True, validate=validate.Range(min=1, max=MAX_SAFE_INTEGER)
    )
    last = StrictInteger(data_key="to", required=True, validate=validate.Range(min=1, max=MAX_SAFE_INTEGER))


class WhyQuery(LocalizedQuery):
    """Value to explain, by default the fact itself."""

    of = fields.String(validate=validate.Length(max=500), load_default="")
