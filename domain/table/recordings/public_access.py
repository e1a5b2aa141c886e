"""The public's right to follow a match: a table is closed until a scribe records it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ...model import Fact
from ..facts import MatchOpened
from ..match import Match
from .facts import ScribeChanged


def stays_closed(opened: MatchOpened) -> bool:
    """Returns whether a match is closed to the public for ever, as a private one or a fork."""
    return opened.private or bool(opened.origin)


def is_unrecorded(match: Match[Any]) -> bool:
    """Returns whether *match* is a real table that had no scribe yet."""
    return match.record is not None and not match.record.has_scribe


def is_closed(match: Match[Any]) -> bool:
    """Returns whether *match* is closed to the public now."""
    return stays_closed(match.settings) or is_unrecorded(match)


def find_first_scribe(facts: Iterable[Fact]) -> int:
    """Returns the number of the fact with the first scribe of a table, 0 without one."""
    scribes = (fact.seq for fact in facts if isinstance(fact.event, ScribeChanged) and fact.event.token)
    return next(scribes, 0)
