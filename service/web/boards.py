"""What a board is drawn from in a browser: the printed facts of its game, and the words for them."""

from __future__ import annotations

from typing import Any

from domain.core import Rules
from domain.games import Game
from replays.languages import language

from . import tongues
from .data import texts
from .words import interface


def board_data(game: Game, rules: Rules[Any, Any]) -> dict[str, Any]:
    """Returns the cards and characters of *game*, and its words in the language of the request."""
    catalogue = game.catalogue(rules.book)
    names = game.names(rules.book, language(game.NAME, tongues.chosen()).code)
    return {
        "game": game.NAME,
        "catalogue": catalogue,
        "words": {"ui": interface(), "names": dict(names), "texts": texts(catalogue)},
    }
