"""A card set in which Mickey and Gaston, once upgraded, answer every blow with another and never tire.

Aladdin makes the best of one blow, and is his former self again.
"""

from __future__ import annotations

from copy import deepcopy
from functools import cache

from service import cardfile
from service.cardfile import CardSet
from service.cardsets import packaged

NEVER_TIRES = {
    "name": "Blow for Blow",
    "whenever": "a rival damages it",
    "does": [[{"verb": "heal", "hp": 9, "to": "self"}, {"verb": "deal", "damage": 1, "to": "it"}]],
    "text": "Whenever a rival damages it, recover 9 HP, and that rival takes 1 damage.",
    "provenance": "house",
}
ONCE = {
    "name": "One Last Trick",
    "whenever": "a rival damages it",
    "does": [[{"verb": "score", "points": 1}, {"verb": "turn back"}]],
    "text": "When a rival damages it, gain 1 VP and turn this card back.",
    "provenance": "house",
}


@cache
def duellists() -> CardSet:
    """The set that comes with Sorcerer's Arena, with these abilities."""
    data = deepcopy(packaged("arena").data)
    for code, ability in {"SAM": NEVER_TIRES, "GAS": NEVER_TIRES, "ALA": ONCE}.items():
        data["characters"][code]["upgraded"]["ability"] = ability
    return cardfile.made("arena", {**data, "name": "duellists"})
