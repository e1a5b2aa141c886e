"""Ids of tournaments, `T-` and the form of a match id. An event of that name is the tournament."""

from __future__ import annotations

from . import match_ids

_MARK = "T-"
TOURNAMENT_ID_PATTERN = f"{_MARK}{match_ids.MATCH_ID_PATTERN}"


def new_tournament_id(ms: int) -> str:
    """Returns a fresh id for a tournament opened at *ms* since 1970."""
    return f"{_MARK}{match_ids.new_match_id(ms)}"


def is_tournament_id(text: str) -> bool:
    """Returns whether *text* has the form of a tournament id."""
    return text.startswith(_MARK) and match_ids.is_match_id(text.removeprefix(_MARK))


def is_tournament_id_at(text: str, ms: int) -> bool:
    """Returns whether *text* has the form of the id of a tournament from *ms* since 1970."""
    return text.startswith(_MARK) and match_ids.is_match_id_at(text.removeprefix(_MARK), ms)
