"""Lots drawn from the committed seed, where nothing else decides.

A lot depends on the seed, on the player's nonce and on its purpose. So later players do not change it, and
everyone can repeat it once the seed is revealed.
"""

from __future__ import annotations

import hmac

from ... import chance
from ..facts import Player
from ..imports import home_id
from ..state import Tournament


def draw_lot(t: Tournament, player: Player, purpose: str) -> int:
    """Returns the lot of a player for a *purpose* such as `tie:1`, 64 bits; the highest wins."""
    key = chance.line_key(t.settings.seed, (t.players[player].registration.nonce,), chance.SORTED)
    digest = hmac.digest(key, f"{purpose}:{home_id(player)}".encode(), "sha256")
    return int.from_bytes(digest[:8])
