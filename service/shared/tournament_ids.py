"""Names of tournaments: those of matches, after `T-`. So an event of that name is the tournament."""

from __future__ import annotations

from . import match_ids

_MARK = "T-"
TOURNAMENT_ID_PATTERN = f"{_MARK}{match_ids.MATCH_ID_PATTERN}"


def new_tournament_id(ms: int) -> str:
    """Returns a fresh id for a tournament opened at *ms* since 1970."""
    return f"{_MARK}{match_ids.new_match_id(ms)}"


def is_tournament_id(text: str) -> bool:
    """Tells whether *text* could be the id of a tournament."""
    return text.startswith(_MARK) and match_ids.is_match_id(text.removeprefix(_MARK))


def is_tournament_id_at(text: str, ms: int) -> bool:
    """Tells whether *text* could be the id of a tournament opened at *ms* since 1970."""
    return text.startswith(_MARK) and match_ids.is_match_id_at(text.removeprefix(_MARK), ms)
