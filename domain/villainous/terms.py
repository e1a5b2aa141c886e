"""What things are called aloud, by language: the words of the handbook, as the rulebook's glossary has them.

Keys are ids, or a field and a value.
"""

from __future__ import annotations

from collections.abc import Mapping

TERMS: Mapping[str, Mapping[str, str]] = {
    "": {"en": "a card", "it": "una carta"},
    "item": {"en": "an Item", "it": "un Oggetto"},
    "ally": {"en": "an Ally", "it": "un Alleato"},
    "pile:villain": {"en": "Villain", "it": "Cattivo"},
    "pile:fate": {"en": "Fate", "it": "Fato"},
}

PLAYER: Mapping[str, str] = {"en": "player {}", "it": "giocatore {}"}
"""A seat, counted from 1, before its player has a name."""

REQUIREMENTS: Mapping[str, Mapping[str, str]] = {
    "power": {"en": "at least {} Power", "it": "almeno {} Gettoni Potere"},
    "allies": {"en": "at least {} Allies", "it": "almeno {} Alleati"},
    "items": {"en": "at least {} Items", "it": "almeno {} Oggetti"},
    "strength": {"en": "an Ally of Strength {} or more", "it": "un Alleato con Forza {} o superiore"},
    "defeat": {
        "en": "a Hero of Strength {} or more was defeated",
        "it": "un Eroe con Forza {} o superiore è stato sconfitto",
    },
}
"""How a Condition's requirement is called, by what it is about (VI-088)."""
