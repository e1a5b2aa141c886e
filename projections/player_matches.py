"""Finished matches by player."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct

from domain.table import Match, MatchResult, is_closed

PLAYERS = "p-"
"""The prefix of players' ids, which no match's id has."""


class PlayedMatch(Struct, frozen=True):
    """A match of a player, with seat and result; `None` if it was resumed.

    `opened` is in milliseconds since 1970. A match is `rated` if it is public, not friendly, and was played
    here by people alone, one at each seat, from the beginning.
    """

    match: str
    game: str
    event: str
    opened: int
    seat: int
    rated: bool
    result: MatchResult | None


def player_entries(match: str, state: Match[Any], result: MatchResult | None) -> Iterator[tuple[str, bytes]]:
    """Yields the entry of each player of a match that has ended once, with its key.

    Matches that are closed to the public have none.
    """
    opened = state.settings
    if is_closed(state):
        return
    rated = (
        len({*state.player_ids}) == opened.seats
        and not state.bots
        and not opened.friendly
        and not state.is_study
        and state.imported is None
    )
    for seat, player in enumerate(state.player_ids):
        if player is not None and player.startswith(PLAYERS) and seat not in state.bots:
            entry = PlayedMatch(match, opened.game, opened.event, opened.at, seat, rated, result)
            yield f"{player}/{match}", msgspec.json.encode(entry)
