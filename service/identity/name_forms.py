"""Names of players as forms send them."""

from __future__ import annotations

from ..shared.errors import InvalidOptions
from ..shared.player_names import name_error, normalize_name


def parse_name(text: str) -> str:
    """Returns the name that somebody wrote; raises `InvalidOptions` for what is none."""
    if sentence := name_error(text):
        raise InvalidOptions("/player", sentence)
    return normalize_name(text)
