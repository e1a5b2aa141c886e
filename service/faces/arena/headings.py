"""The headings of the choices in Sorcerer's Arena."""

from __future__ import annotations

from ...shared.i18n import says


def choice_headings() -> dict[str, str]:
    """Returns the headings of choices by the first word of their picks."""
    return {
        "move": says("Moving"),
        "attack": says("Attacking"),
        "play": says("Playing a card"),
        "skill": says("Using a skill"),
        "ability": says("Activating an ability"),
    }
