"""What the page that sets up positions says, in the language of the request."""

from __future__ import annotations

from typing import Any

from ..shared.i18n import says


def study_words() -> dict[str, Any]:
    """Returns every word that the scripts of the page show, by what they call it."""
    return {
        "table": says("The table"),
        "chosen": says("{name}: tap where to put it, or tap it again to let go."),
        "choose": says("Tap a figure or a card on the board, then where it goes."),
        "take": says("Take {name}"),
        "put": says("Put {name} on {place}"),
        "letGo": says("Let go of {name}"),
        "putThere": says("Put it there"),
        "takeOff": says("Take it off the board"),
        "figures": says("Figures"),
        "figure": says("Figure"),
        "hp": says("HP"),
        "upgraded": says("upgraded"),
        "statuses": says("Statuses"),
        "hasTurn": says("Whose turn it is"),
        "round": says("Round"),
        "final": says("the last round"),
        "vp": says("VP of {team}"),
        "left": says("Phases left in the turn"),
        "turn": says("Turn"),
        "seatOf": says("Realm of {name}"),
        "power": says("Power"),
        "mover": says("The mover is at"),
        "token": says("Who has the Fate Token"),
        "nobody": says("nobody"),
        "cards": says("Cards"),
        "whose": says("Seat"),
        "card": says("Card"),
        "where": says("Where to"),
        "top": says("Deck, on top"),
        "bottom": says("Deck, at the bottom"),
        "villainTop": says("Villain deck, on top"),
        "villainBottom": says("Villain deck, at the bottom"),
        "fateTop": says("Fate deck, on top"),
        "ready": says("A match can go on from here."),
        "unready": says("No match can go on from here yet: {why}"),
        "copied": says("Copied."),
        "byHand": says("Copy it by hand, from the field or from the address of the page."),
    }
