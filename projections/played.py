"""Matches by player: one entry for everybody who sat at a match that has ended."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct

from domain.table import Match, MatchResult

PLAYERS = "p-"
"""What every id of a player begins with, and no id of a match."""


class PlayedMatch(Struct, frozen=True):
    """A match as one of its players has it: which seat, and how it ended; `None` if it goes on again.

    `opened` is in milliseconds since 1970. It is `rated` if people alone played it, each at one seat, from
    the beginning of the game, here, and for everybody to see.
    """

    match: str
    game: str
    event: str
    opened: int
    seat: int
    rated: bool
    result: MatchResult | None


def entries(match: str, played: Match[Any], result: MatchResult | None) -> Iterator[tuple[str, bytes]]:
    """Yields the entry of each player of a match that has ended once, with its key.

    Of private matches and of forks nobody is told.
    """
    opened = played.opened
    if opened.private or opened.origin:
        return
    rated = (
        len({*played.player_ids}) == opened.seats
        and not played.bots
        and not played.is_study
        and played.imported is None
    )
    for seat, player in enumerate(played.player_ids):
        if player is not None and player.startswith(PLAYERS) and seat not in played.bots:
            entry = PlayedMatch(match, opened.game, opened.event, opened.at, seat, rated, result)
            yield f"{player}/{match}", msgspec.json.encode(entry)
