"""Seeds: who enters a stage as the best, before any of it is played."""

from __future__ import annotations

from functools import partial
from math import inf
from typing import Literal

from .facts import Player
from .lots import draw_lot
from .state import Tournament


def seed_ranking(t: Tournament, stage: int) -> tuple[Player, ...]:
    """Returns who was let into a *stage*, the best first: by the cut, or by rating, and else by lot.

    Players of a report file keep its order; late entries come before the first player rated lower.
    """
    entrants = t.entrants(stage)
    if stage > 1:
        return entrants
    filed = t.report.seq if t.report is not None else 0
    ranked = [who for who in entrants if t.players[who].seq < filed]
    late = sorted(
        (who for who in entrants if t.players[who].seq > filed), key=partial(_seeding_key, t, stage)
    )
    return tuple(late) if not ranked else tuple(_insert_late_entries(t, ranked, late))


def _insert_late_entries(t: Tournament, ranked: list[Player], late: list[Player]) -> list[Player]:
    """Returns *ranked* with each of *late* before the first player rated lower."""
    for who in late:
        rating = _rating_of(t, who)
        index = next((i for i, other in enumerate(ranked) if _rating_of(t, other) < rating), len(ranked))
        ranked.insert(index, who)
    return ranked


def _rating_of(t: Tournament, who: Player) -> float:
    rating = t.players[who].registered.rating
    return -inf if rating is None else rating


def _seeding_key(t: Tournament, stage: int, who: Player) -> tuple[bool, int, int, Player]:
    rating = t.players[who].registered.rating
    return rating is None, -(rating or 0), -draw_lot(t, who, f"seed:{stage}"), who


def first_turn(t: Tournament, stage: int) -> Literal[0, 1]:
    """Returns the turn of odd pairing numbers in the Dutch system before their first game.

    A report file names it, or else a lot draws it.
    """
    if stage == 1 and t.report is not None and t.report.report.first_turn is not None:
        return t.report.report.first_turn
    return 0 if draw_lot(t, seed_ranking(t, stage)[0], f"first:{stage}") % 2 else 1
