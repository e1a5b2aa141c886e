"""Names of tournaments: those of matches, after `T-`. So an event of that name is the tournament."""

from __future__ import annotations

from . import match_ids

_MARK = "T-"
SHAPE = f"{_MARK}{match_ids.SHAPE}"


def new(ms: int) -> str:
    """Returns a fresh id for a tournament opened at *ms* since 1970."""
    return f"{_MARK}{match_ids.new(ms)}"


def is_one(text: str) -> bool:
    """Tells whether *text* could be the id of a tournament."""
    return text.startswith(_MARK) and match_ids.is_one(text.removeprefix(_MARK))


def is_of(text: str, ms: int) -> bool:
    """Tells whether *text* could be the id of a tournament opened at *ms* since 1970."""
    return text.startswith(_MARK) and match_ids.is_of(text.removeprefix(_MARK), ms)
