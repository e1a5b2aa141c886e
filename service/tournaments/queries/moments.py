"""Moments in a tournament, by log position or time."""

from __future__ import annotations

import re
from bisect import bisect_right
from datetime import datetime
from typing import NamedTuple

from domain.errors import LocalizableError
from domain.messages import Message
from domain.timestamps import recorded_at

from ...eventstore.store import Store, translate_errors
from ..repository import TournamentRepository

_POSITION = re.compile(r"0|[1-9][0-9]{0,14}", re.ASCII)


class Moment(NamedTuple):
    """A position of the log or, if it is `None`, a time in milliseconds since 1970."""

    position: int | None
    at: float = 0


class NotOpened(LocalizableError, LookupError):
    """Raised for a moment before the opening of the tournament."""

    slug = "unknown-moment"


def parse_moment(text: str) -> Moment | None:
    """Returns the moment in *text*, `None` without one."""
    if _POSITION.fullmatch(text):
        return Moment(int(text))
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        return None
    return None if at.tzinfo is None else Moment(None, at.timestamp() * 1000)


def last_known_seq(
    store: Store, repository: TournamentRepository, tournament: str, moment: Moment | None
) -> int:
    """Returns the last fact of *tournament* at a moment, `None` for now.

    Raises `UnknownTournament`, and `NotOpened` for a moment before its first fact.
    """
    current = repository.get(tournament).seq
    if moment is None:
        return current
    if moment.position is not None:
        with translate_errors("the log"):
            last = store.tree.last_at(tournament, moment.position)
    else:
        last = bisect_right([recorded_at(fact.event) for fact in repository.facts(tournament)], moment.at)
    if not last:
        raise NotOpened(Message("The tournament was not opened yet."))
    return min(last, current)
