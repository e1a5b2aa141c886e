"""Questions as they are put to who has to answer: “Choose where to move”, not “Ada is asked where to …”."""

from __future__ import annotations

from collections.abc import Mapping

_ADDRESSED: Mapping[str, tuple[tuple[str, str], ...]] = {
    "en": (
        ("{seat} is asked for ", "Choose "),
        ("{seat} is asked to ", "Choose whether to "),
        ("{seat} is asked ", "Choose "),
        (" the own characters ", " your characters "),
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
"""What of a question about somebody becomes what when it is put to them, by language, the longest first."""


def addressed(question: str, language: str) -> str:
    """Returns *question*, told of `{seat}` in *language*, as it is put to who sits there."""
    for told, put in _ADDRESSED.get(language, ()):
        question = question.replace(told, put)
    return question
