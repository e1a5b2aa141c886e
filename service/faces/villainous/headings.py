"""The headings of the choices in Villainous."""

from __future__ import annotations

from ...shared.i18n import says


def choice_headings() -> dict[str, str]:
    """Returns the headings of choices by the first word of their picks."""
    return {
        "move": says("Moving"),
        "use": says("Using a symbol"),
        "gain": says("Gaining Power"),
        "play": says("Playing a card"),
        "activate": says("Activating"),
        "discard": says("Discarding"),
        "fate": says("Fate"),
        "vanquish": says("Vanquishing"),
        "carry": says("Moving an Item or Ally"),
        "lead": says("Moving a Hero"),
    }
