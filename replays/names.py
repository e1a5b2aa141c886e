"""What the things of a game are called, in any language: as printed, or else in our own words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.games import Game

from .languages import ENGLISH, Language


def names(game: Game, book: Any, translator: Language) -> Mapping[str, str]:
    """Returns what to call things aloud in *translator*: by id, or by field and value (see `Game.names`)."""
    english = game.names(book, ENGLISH)
    printed = game.names(book, translator.code)
    return {
        id: translator.prints(name) if printed.get(id, name) == name else printed[id]
        for id, name in english.items()
    }
