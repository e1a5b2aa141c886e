"""All that the store may hold: the facts of matches and of tournaments, and that names were erased."""

from __future__ import annotations

from domain import games, people
from domain.notation import Vocabulary
from domain.tournament import facts as tournament

VOCABULARY: Vocabulary = {**games.VOCABULARY, **tournament.VOCABULARY, **people.VOCABULARY}
"""Every fact that any stream may hold, by its permanent name."""
