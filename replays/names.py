"""What the things of a game are called, in any language: as printed, or else in our own words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.games import Game

from .languages import ENGLISH, Language


def names(game: Game, book: Any, translator: Language) -> Mapping[str, str]:
    """Returns the spoken names in *translator* by id, or by field and value (see `Game.display_names`)."""
    english = game.display_names(book, ENGLISH)
    printed = game.display_names(book, translator.code)
    return {
        id: translator.prints(name) if printed.get(id, name) == name else printed[id]
        for id, name in english.items()
    }
