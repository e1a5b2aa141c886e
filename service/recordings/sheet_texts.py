"""Score sheets of stored matches, in their notation."""

from __future__ import annotations

from typing import Any

from domain.games import Game
from domain.sheets.scoresheets import write_sheet
from replays.playback.replay import Replay

from ..http.services import services
from ..identity.players import PlayerDirectory


def write_replay(game: Game, replay: Replay[Any, Any]) -> str:
    """Returns the sheet of a match as the public sees it; raises `Unwritable`."""
    players = replay.at(len(replay)).player_ids
    names = services()[PlayerDirectory].seat_players(players).names
    return write_sheet(game, replay.rules, replay.facts, [name or "" for name in names], exact=False)
