"""Contests: who may be played against whom, and what a match that was played is measured by."""

from __future__ import annotations

from typing import Any, NamedTuple


class Lineup(NamedTuple):
    """Who sits where: the options of a match that make it so, and each seat's characters or Villain."""

    options: dict[str, Any]
    cast: tuple[tuple[str, ...], ...]


class Measures(NamedTuple):
    """What a game tells of a finished match, by the names that its cast goes by.

    `order` is in whose turns a round passes, `ending` the rule that ended the match, `felled` who was knocked
    out or defeated, once for each time.
    """

    rounds: int
    order: tuple[str, ...]
    ending: str
    felled: tuple[str, ...]
