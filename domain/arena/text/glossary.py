"""Names of game terms by language, from the handbooks where they have them.

Keys are ids, or a field and a value.
"""

from __future__ import annotations

from collections.abc import Mapping

TERMS: Mapping[str, Mapping[str, str]] = {
    "game:arena": {
        "en": "Sorcerer's Arena: Epic Alliances",
        "fr": "Sorcerer's Arena : Alliances Épiques",
        "it": "Sorcerer's Arena: Epiche Alleanze",
    },
    "": {"en": "a card", "fr": "une carte", "it": "una carta"},
    "seat:0": {"en": "Blue", "fr": "Bleu", "it": "Blu"},
    "seat:1": {"en": "Red", "fr": "Rouge", "it": "Rosso"},
    "seat:2": {"en": "Summoner C", "fr": "Invocateur C", "it": "Evocatore C"},
    "seat:3": {"en": "Summoner D", "fr": "Invocateur D", "it": "Evocatore D"},
    "team:0": {"en": "Blue", "fr": "l'équipe bleue", "it": "la squadra blu"},
    "team:1": {"en": "Red", "fr": "l'équipe rouge", "it": "la squadra rossa"},
    "phase:movement": {"en": "Movement Phase", "fr": "phase de Déplacement", "it": "Fase Movimento"},
    "phase:action": {"en": "Action Phase", "fr": "phase d'Action", "it": "Fase Azione"},
    "phase:skills": {"en": "Skills Phase", "fr": "phase de Compétence", "it": "Fase Abilità"},
    "about:movement": {
        "en": "the standard movement",
        "fr": "le déplacement basique",
        "it": "il movimento standard",
    },
    "about:attack": {"en": "the standard attack", "fr": "l'attaque basique", "it": "l'attacco standard"},
    "gear:fire": {"en": "Fire", "fr": "Feu", "it": "Fuoco"},
    "gear:heart": {"en": "Heart", "fr": "Cœur", "it": "Cuore"},
    "gear:shell": {"en": "Shell", "fr": "Coquillage", "it": "Guscio"},
    "gear:wind": {"en": "Wind", "fr": "Vent", "it": "Vento"},
    "cursed": {"en": "Cursed", "fr": "Maudit", "it": "Maledetto"},
    "flustered": {"en": "Flustered", "fr": "Confus", "it": "Confuso"},
    "immobilized": {"en": "Immobilized", "fr": "Immobilisé", "it": "Immobilizzato"},
    "magic_broom": {"en": "Magic Broom", "fr": "Balai magique", "it": "Scopa Magica"},
    "shrunken": {"en": "Shrunken", "fr": "Rétréci", "it": "Ristretto"},
    "stealthy": {"en": "Stealthy", "fr": "Furtif", "it": "Furtivo"},
    "strong": {"en": "Strong", "fr": "Fort", "it": "Forte"},
    "taunt": {"en": "Taunt", "fr": "Provocation", "it": "Provoca"},
    "tough": {"en": "Tough", "fr": "Résistant", "it": "Resistente"},
}

THE_OTHER: Mapping[str, str] = {"en": "the other {}", "fr": "l'autre {}", "it": "{} della seconda copia"}
"""A character that the rivals have too, from another copy of the game (SA-107)."""
