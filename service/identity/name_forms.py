"""Names of players as forms send them."""

from __future__ import annotations

from ..shared.errors import InvalidOptions
from ..shared.player_names import name_error, normalize_name


def parse_name(text: str) -> str:
    """Returns the normalized name. Raises `InvalidOptions` for an invalid one."""
    if sentence := name_error(text):
        raise InvalidOptions("/player", sentence)
    return normalize_name(text)
