"""The words of the text board."""

from __future__ import annotations

from typing import Any

from ...shared.i18n import says


def words() -> dict[str, Any]:
    """Returns the words of the board, by what its scripts call them."""
    return {
        "hidden": says("hidden"),
        "yes": says("yes"),
        "no": says("no"),
        "seat": says("Seat {number}"),
    }


def groups() -> dict[str, str]:
    """Returns none: choices of any kind stand together."""
    return {}
