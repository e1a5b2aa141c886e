"""Paces of matches that players arrange here."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

from domain.clocks import Clock

Pace: TypeAlias = Literal["quick", "normal", "day"]
PACES: tuple[Pace, ...] = get_args(Pace)

CLOCKS: dict[str, Clock] = {
    "quick": Clock("fischer", 300, 10),
    "normal": Clock("fischer", 1200, 15),
    "day": Clock("move", 86_400),
}
"""Clock of each pace."""
