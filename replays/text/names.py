"""Names of a game's things in any language, printed or translated."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.games import Game

from .languages import ENGLISH, Language, typeset


def localized_names(game: Game, book: Any, translator: Language) -> Mapping[str, str]:
    """Returns the names by id, or by field and value (see `Game.display_names`)."""
    english = game.display_names(book, ENGLISH)
    names_in_language = game.display_names(book, translator.code)
    return {
        id: translator.translate_print(name)
        if names_in_language.get(id, name) == name
        else typeset(translator.code, names_in_language[id])
        for id, name in english.items()
    }
