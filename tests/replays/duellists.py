"""A card set in which Mickey and Gaston, once upgraded, answer every blow with another and never tire.

Aladdin makes the best of one blow, and is his former self again. Maleficent strikes from afar for a card.
"""

from __future__ import annotations

from copy import deepcopy
from functools import cache

from service.catalog import cardset_files
from service.catalog.cardset_files import CardSet
from service.catalog.cardsets import packaged_cards

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
FROM_AFAR = {
    "name": "Curse from Afar",
    "cost": "any",
    "does": [[{"verb": "deal", "damage": 2, "to": "one rival within 4"}]],
    "text": "Once in each of her turns, discard a card: 1 rival within 4 takes 2 damage.",
    "provenance": "house",
}


@cache
def duellists() -> CardSet:
    """The set that comes with Sorcerer's Arena, with these abilities."""
    data = deepcopy(packaged_cards("arena").data)
    for code, ability in {"SAM": NEVER_TIRES, "GAS": NEVER_TIRES, "ALA": ONCE}.items():
        data["characters"][code]["upgraded"]["ability"] = ability
    data["characters"]["MAL"]["upgraded"]["activated"] = FROM_AFAR
    return cardset_files.make_card_set("arena", {**data, "name": "duellists"})
