"""Queries about players."""

from __future__ import annotations

from marshmallow import validate

from ..http.bodies.patterns import Cursor, StrictInteger
from ..http.bodies.schemas import FreshnessQuery
from ..shared import record_ids


class ListQuery(FreshnessQuery):
    """Page of a list, newest first."""

    limit = StrictInteger(validate=validate.Range(min=1, max=200), load_default=50)


class OwnMatchesQuery(ListQuery):
    """Page of a player's matches, newest first."""

    cursor = Cursor(record_ids.MATCH_ID_PATTERN)


class OwnTournamentsQuery(ListQuery):
    """Page of a player's tournaments, newest first."""

    cursor = Cursor(record_ids.TOURNAMENT_ID_PATTERN)
