"""Turns questions about a player into instructions to that player."""

from __future__ import annotations

from collections.abc import Mapping

_ADDRESSED: Mapping[str, tuple[tuple[str, str], ...]] = {
    "en": (
        ("{seat} is choosing ", "Choose "),
        ("{seat} may play ", "You may play "),
    ),
    "fr": (
        ("{seat} doit dire si sa main de départ lui convient", "Dites si votre main de départ vous convient"),
        ("{seat} doit choisir ", "Choisissez "),
        ("{seat} doit dire ", "Dites "),
        ("{seat} peut jouer ", "Vous pouvez jouer "),
        (" de ses personnages", " de vos personnages"),
    ),
    "it": (
        ("{seat} deve dire se usa ", "Scegli se usare "),
        ("{seat} deve dire se tiene ", "Scegli se tenere "),
        ("{seat} deve dire se presta ", "Scegli se prestare "),
        ("{seat} deve scegliere ", "Scegli "),
        ("{seat} deve dire ", "Scegli "),
        ("{seat} può giocare ", "Puoi giocare "),
        (" dei propri personaggi", " dei tuoi personaggi"),
    ),
}
"""Third-person phrases and their second-person forms by language, the longest first."""


def address_question(question: str, language: str) -> str:
    """Returns *question* about `{seat}` as an instruction to that player."""
    for third_person, second_person in _ADDRESSED.get(language, ()):
        question = question.replace(third_person, second_person)
    return question
