"""All that the store may hold: the facts of matches and those of tournaments."""

from __future__ import annotations

from domain import games
from domain.notation import Vocabulary
from domain.tournament import facts as tournament

VOCABULARY: Vocabulary = {**games.VOCABULARY, **tournament.VOCABULARY}
"""Every fact that any stream may hold, by its permanent name."""
