"""The boards of trumps."""

from __future__ import annotations

from projections.boards import Boards
from tests.projections.logs import RULES

BOARDS = Boards(lambda opened: RULES)
