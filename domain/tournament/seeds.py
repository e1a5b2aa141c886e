"""Seeds: who enters a stage as the best, before any of it is played."""

from __future__ import annotations

from typing import Literal

from .facts import Player
from .lots import lot
from .state import Tournament


def ranking(t: Tournament, stage: int) -> tuple[Player, ...]:
    """Returns who was let into a *stage*, the best first: by the cut, or by rating, and else by lot."""
    entrants = t.entrants(stage)
    return entrants if stage > 1 else tuple(sorted(entrants, key=lambda who: _strength(t, stage, who)))


def _strength(t: Tournament, stage: int, who: Player) -> tuple[bool, int, int, Player]:
    rating = t.players[who].registered.rating
    return rating is None, -(rating or 0), -lot(t, who, f"seed:{stage}"), who


def first_turn(t: Tournament, stage: int) -> Literal[0, 1]:
    """Returns the turn of odd pairing numbers in the Dutch system before their first game, by lot."""
    return 0 if lot(t, ranking(t, stage)[0], f"first:{stage}") % 2 else 1
