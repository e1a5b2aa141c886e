"""The values that no reply holds: times in another form than the API's, and empty texts for absent values."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

SIGNED = frozenset(("exportMatch", "exportTournament", "getMatchChain", "getTournamentChain"))
"""Operations whose replies keep the form that was signed."""

SINCE_1970 = range(1_400_000_000_000, 4_000_000_000_000)
"""Milliseconds that are a time of this century."""

TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d")
PUBLISHED_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
"""RFC 3339 in UTC with milliseconds."""


def unpublished(content: Any, path: str = "") -> Iterator[str]:
    """Yields the paths of *content* with a time in another form, or an empty text for an absent value."""
    if path.endswith("/receipt"):
        return  # the service signed its form
    if isinstance(content, dict):
        for field, value in content.items():
            yield from unpublished(value, f"{path}/{field}")
    elif isinstance(content, list):
        for value in content:
            yield from unpublished(value, path)
    elif content == "" or _is_time_in_another_form(content):
        yield f"{path} is {content!r}"


def _is_time_in_another_form(content: Any) -> bool:
    if isinstance(content, str):
        return bool(TIME.match(content)) and not PUBLISHED_TIME.fullmatch(content)
    return type(content) is int and content in SINCE_1970
