"""Spoken names of game terms by language, in the words of the handbook.

Keys are ids, or a field and a value.
"""

from __future__ import annotations

from collections.abc import Mapping

TERMS: Mapping[str, Mapping[str, str]] = {
    "": {"en": "a card", "fr": "une carte", "it": "una carta"},
    "item": {"en": "an Item", "fr": "un Objet", "it": "un Oggetto"},
    "ally": {"en": "an Ally", "fr": "un Allié", "it": "un Alleato"},
    "act:": {"en": "an action", "fr": "une action", "it": "un'azione"},
    "act:gain": {"en": "Gain Power", "fr": "l'action Gagner du Pouvoir", "it": "l'azione Ottenere Potere"},
    "act:play": {"en": "Play a Card", "fr": "l'action Jouer une carte", "it": "l'azione Giocare una Carta"},
    "act:activate": {"en": "Activate", "fr": "l'action Activer", "it": "l'azione Attivare"},
    "act:discard": {
        "en": "Discard Cards",
        "fr": "l'action Défausser des cartes",
        "it": "l'azione Scartare Carte",
    },
    "act:fate": {"en": "Fate", "fr": "l'action Fatalité", "it": "l'azione Fato"},
    "act:vanquish": {"en": "Vanquish", "fr": "l'action Vaincre", "it": "l'azione Scontro"},
    "act:carry": {
        "en": "Move an Item or Ally",
        "fr": "l'action Déplacer un Objet ou un Allié",
        "it": "l'azione Muovere un Oggetto o un Alleato",
    },
    "act:lead": {
        "en": "Move a Hero",
        "fr": "l'action Déplacer un Héros",
        "it": "l'azione Muovere un Eroe",
    },
    "pile:villain": {"en": "Villain", "fr": "Méchant", "it": "Cattivo"},
    "pile:fate": {"en": "Fate", "fr": "Fatalité", "it": "Fato"},
}

PLAYER: Mapping[str, str] = {"en": "player {}", "fr": "joueur {}", "it": "giocatore {}"}
"""A seat, counted from 1, before its player has a name."""

REQUIREMENTS: Mapping[str, Mapping[str, str]] = {
    "power": {
        "en": "at least {} Power",
        "fr": "au moins {} jetons Pouvoir",
        "it": "almeno {} Gettoni Potere",
    },
    "allies": {"en": "at least {} Allies", "fr": "au moins {} Alliés", "it": "almeno {} Alleati"},
    "items": {"en": "at least {} Items", "fr": "au moins {} Objets", "it": "almeno {} Oggetti"},
    "strength": {
        "en": "an Ally of Strength {} or more",
        "fr": "un Allié de Force {} ou plus",
        "it": "un Alleato con Forza {} o superiore",
    },
    "defeat": {
        "en": "a Hero of Strength {} or more was defeated",
        "fr": "un Héros de Force {} ou plus a été vaincu",
        "it": "un Eroe con Forza {} o superiore è stato sconfitto",
    },
}
"""The text of a Condition's requirement, by its subject (VI-088)."""
