"""The boards of trumps."""

from __future__ import annotations

from projections.match_views import MatchViews
from tests.projections.logs import RULES

BOARDS = MatchViews(lambda opened: RULES)
