"""Names that the service gives to bots and to guests without a name, in the language of the reader."""

from __future__ import annotations

import re
from functools import cache

from ..shared.language_codes import LANGUAGES
from ..shared.page_words import says_in

_NUMBERED = re.compile(r"(.+?)((?: \d+)?(?: \(\d+\))?)")


def localize_name(name: str, language: str) -> str:
    """Returns a *name* of the service in *language*, any other name unchanged."""
    if (parts := _NUMBERED.fullmatch(name)) is None or (index := _indexes().get(parts[1])) is None:
        return name
    return _labels(language)[index] + parts[2]


@cache
def _indexes() -> dict[str, int]:
    """Returns the index of each label by its text in any language."""
    return {label: index for code in LANGUAGES for index, label in enumerate(_labels(code))}


@cache
def _labels(language: str) -> tuple[str, ...]:
    return (
        says_in(language, "Bot"),
        says_in(language, "Random bot"),
        says_in(language, "Easy bot"),
        says_in(language, "Medium bot"),
        says_in(language, "Hard bot"),
        says_in(language, "Hardest bot"),
        says_in(language, "Opponent"),
        says_in(language, "Partner"),
        says_in(language, "Player"),
        says_in(language, "Guest"),
    )
