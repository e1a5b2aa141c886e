"""Names of players as forms send them."""

from __future__ import annotations

from ..shared.errors import InvalidOptions
from ..shared.player_names import refusal, spelled


def name_of(text: str) -> str:
    """Returns the name that somebody wrote; raises `InvalidOptions` for what is none."""
    if sentence := refusal(text):
        raise InvalidOptions("/player", sentence)
    return spelled(text)
