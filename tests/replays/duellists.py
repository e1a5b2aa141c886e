"""A card set in which Mickey and Gaston, once upgraded, answer every blow with another and never tire."""

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


@cache
def duellists() -> CardSet:
    """The set that comes with Sorcerer's Arena, and that ability on both sides."""
    data = deepcopy(packaged("arena").data)
    for code in ("SAM", "GAS"):
        data["characters"][code]["upgraded"]["ability"] = NEVER_TIRES
    return cardfile.made("arena", {**data, "name": "duellists"})
