"""The values that no reply holds: times as numbers, and empty texts for what is absent."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

SIGNED = frozenset(("exportMatch", "exportTournament", "getMatchChain", "getTournamentChain"))
"""Operations whose replies keep the form that was signed."""

SINCE_1970 = range(1_400_000_000_000, 4_000_000_000_000)
"""Milliseconds that are a time of this century."""


def unpublished(content: Any, path: str = "") -> Iterator[str]:
    """Yields the paths of *content* with a time as a number, or an empty text for a value that is absent."""
    if path.endswith("/receipt"):
        return  # the service signed its form
    if isinstance(content, dict):
        for field, value in content.items():
            yield from unpublished(value, f"{path}/{field}")
    elif isinstance(content, list):
        for value in content:
            yield from unpublished(value, path)
    elif content == "" or (type(content) is int and content in SINCE_1970):
        yield f"{path} is {content!r}"
