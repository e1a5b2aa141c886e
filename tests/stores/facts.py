"""Facts to fill a store with; what they say means nothing here."""

from __future__ import annotations

from domain.model import Answered, Asked, Fact, Resolved
from domain.notation import build_vocabulary

WORDS = build_vocabulary((Asked, Answered, Resolved))
ONE, OTHER = "1NG2V9SR8ZY8", "1NG2V9SR8ZY9"
"""Two matches."""


def facts(first: int, count: int) -> list[Fact]:
    """Returns *count* facts, numbered from *first*."""
    return [
        Fact(seq, seq - 1, "SA-1", Asked(0, "which", ("e1", "f1"))) for seq in range(first, first + count)
    ]


def head(number: int) -> str:
    """Returns a hash in hexadecimal digits that is unlike that of any other *number*."""
    return f"{number:064x}"
