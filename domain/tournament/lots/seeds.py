"""Seeds of a stage before its first game."""

from __future__ import annotations

import hmac
from functools import lru_cache, partial
from math import inf
from typing import Literal

from ... import chance
from ..facts import Player
from ..imports import home_id
from ..state import Tournament
from .nonces import OWN_NONCE


def seed_ranking(t: Tournament, stage: int) -> tuple[Player, ...]:
    """Returns the entrants of a *stage*, the best first, by the cut or by rating and lot.

    Players of a report file keep its order. Late entries come before the first player with a lower rating.
    """
    entrants = t.entrants(stage)
    if stage > 1:
        return entrants
    filed = t.report.seq if t.report is not None else 0
    filed_players = [player for player in entrants if t.players[player].seq < filed]
    late = sorted(
        (player for player in entrants if t.players[player].seq > filed), key=partial(_seeding_key, t, stage)
    )
    return tuple(late) if not filed_players else tuple(_insert_late_entries(t, filed_players, late))


def _insert_late_entries(t: Tournament, ranking: list[Player], late: list[Player]) -> list[Player]:
    """Returns *ranking* with each of *late* before the first player rated lower."""
    for player in late:
        rating = _rating_of(t, player)
        index = next(
            (i for i, ranked_player in enumerate(ranking) if _rating_of(t, ranked_player) < rating),
            len(ranking),
        )
        ranking.insert(index, player)
    return ranking


def _rating_of(t: Tournament, player: Player) -> float:
    rating = t.players[player].registration.rating
    return -inf if rating is None else rating


def _seeding_key(t: Tournament, stage: int, player: Player) -> tuple[bool, int, int, Player]:
    rating = t.players[player].registration.rating
    return rating is None, -(rating or 0), -draw_lot(t, player, f"seed:{stage}"), player


def first_turn(t: Tournament, stage: int) -> Literal[0, 1]:
    """Returns the turn of odd pairing numbers in the Dutch system before their first game.

    A report file names it, or else a lot draws it.
    """
    if stage == 1 and t.report is not None and t.report.event.first_turn is not None:
        return t.report.event.first_turn
    return 0 if draw_lot(t, seed_ranking(t, stage)[0], f"first:{stage}") % 2 else 1


def draw_lot(t: Tournament, player: Player, purpose: str) -> int:
    """Returns the lot of a player for a *purpose* such as `tie:1`, 64 bits; the highest wins.

    From version 2 of the lots on, all are 0 before the first pairing, when the nonces are not settled.
    """
    is_own = t.settings.lots == OWN_NONCE
    nonces = (t.players[player].registration.nonce,) if is_own else t.nonces.in_key
    if nonces is None:
        return 0
    digest = hmac.digest(_lot_key(t.settings.seed, nonces), f"{purpose}:{home_id(player)}".encode(), "sha256")
    return int.from_bytes(digest[:8])


@lru_cache(maxsize=64)
def _lot_key(seed: str, nonces: tuple[str, ...]) -> bytes:
    """Returns the key of lots; the cache saves the hash of many nonces for each lot."""
    return chance.line_key(seed, nonces, chance.SORTED)
