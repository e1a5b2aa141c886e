"""What is asked of players in a query: marshmallow schemas."""

from __future__ import annotations

from marshmallow import validate

from ..http.bodies.patterns import Cursor, StrictInteger
from ..http.bodies.schemas import FreshnessQuery
from ..shared import record_ids


class Listed(FreshnessQuery):
    """Which entries to list: the newest first, up to so many."""

    limit = StrictInteger(validate=validate.Range(min=1, max=200), load_default=50)


class OwnMatches(Listed):
    """Which matches to list: the newest first, from a `cursor` on."""

    cursor = Cursor(record_ids.MATCH_ID_PATTERN)


class OwnTournaments(Listed):
    """Which tournaments to list: the newest first, from a `cursor` on."""

    cursor = Cursor(record_ids.TOURNAMENT_ID_PATTERN)
