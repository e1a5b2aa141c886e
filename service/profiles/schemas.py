"""What is asked of players in a query: marshmallow schemas."""

from __future__ import annotations

from marshmallow import fields, validate

from ..http.patterns import Spelling, Whole
from ..http.schemas import Looking
from ..matches import ids as matches
from ..tournaments import ids as tournaments


class Listed(Looking):
    """Which entries to list: the newest first, up to so many."""

    limit = Whole(validate=validate.Range(min=1, max=200), load_default=50)


class OwnMatches(Listed):
    """Which matches to list: the newest first, from a `cursor` on."""

    cursor = fields.String(load_default="", validate=Spelling(f"^({matches.SHAPE})?$"))


class OwnTournaments(Listed):
    """Which tournaments to list: the newest first, from a `cursor` on."""

    cursor = fields.String(load_default="", validate=Spelling(f"^({tournaments.SHAPE})?$"))
