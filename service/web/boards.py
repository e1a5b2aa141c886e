"""What a board is drawn from in a browser: the printed facts of its game, and the words for them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from domain.core import Rules
from domain.games import Game
from replays.languages import language

from .. import rulebook
from . import tongues
from .words import interface


def board_data(game: Game, rules: Rules[Any, Any]) -> dict[str, Any]:
    """Returns the cards and characters of *game*, and its words in the language of the request."""
    catalogue = game.catalogue(rules.book)
    names = game.names(rules.book, language(game.NAME, tongues.chosen()).code)
    terms, meanings = _glossary(game.NAME)
    return {
        "game": game.NAME,
        "catalogue": catalogue,
        "words": {
            "ui": interface(game.NAME),
            "names": {**terms, **names},
            "texts": {**meanings, **dict(_printed(catalogue))},
        },
    }


def _glossary(game: str) -> tuple[dict[str, str], dict[str, str]]:
    """Returns the terms of a game by their names, and the rule behind each."""
    book = rulebook.packaged(game)
    lang = book.told_in(tongues.chosen())
    terms = {name: term.text.get(lang, term.text["en"]) for name, term in book.glossary.items()}
    return terms, {name: book.rule(term.rule).text[lang] for name, term in book.glossary.items()}


def _printed(catalogue: Any) -> Iterator[tuple[str, str]]:
    """Yields the id of every card with what is printed on it, in our own words."""
    if isinstance(catalogue, dict):
        if catalogue.get("text"):
            ids = catalogue.get("ids") or ([catalogue["id"]] if "id" in catalogue else [])
            yield from ((id, catalogue["text"]) for id in ids)
        for inner in catalogue.values():
            yield from _printed(inner)
    elif isinstance(catalogue, list | tuple):
        for inner in catalogue:
            yield from _printed(inner)
