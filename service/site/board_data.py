"""What a board is drawn from in a browser: the printed facts of its game, and the words for them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from domain.games import Game
from domain.rules import Rules
from replays.text.languages import ENGLISH, Language, game_language
from replays.text.names import localized_names as named

from ..catalog import rulebook
from ..shared import i18n
from ..shared.lru_cache import LruCache
from .looks import looks

_made: LruCache[tuple[Rules[Any, Any], dict[str, Any]]] = LruCache(32)
"""What was made for some rules, by their identity, which is theirs as long as they are kept beside it."""


def board_data(game: Game, rules: Rules[Any, Any]) -> dict[str, Any]:
    """Returns the cards and characters of *game*, how they look, and its words in the request's language.

    A page may add to it, and to its words.
    """
    key = f"{id(rules)} {i18n.chosen()}"
    _, data = _made.get(key) or _made.put(key, (rules, _board_data(game, rules)))
    return {**data, "words": {**data["words"]}}


def _board_data(game: Game, rules: Rules[Any, Any]) -> dict[str, Any]:
    translator = game_language(game.NAME, i18n.chosen())
    printed = game.describe_cards(game.translate_book(rules.book, translator.code))
    catalogue = _translated(printed, translator)
    names = named(game, rules.book, translator)
    terms, meanings = _glossary(game.NAME)
    texts = dict(_printed(catalogue))
    ours = texts != dict(_printed(printed))
    text = ENGLISH if texts == dict(_printed(game.describe_cards(rules.book))) else translator.code
    return {
        "game": game.NAME,
        "catalogue": {**catalogue, "looks": looks(game)},
        "words": {
            "translated": i18n.says("Translated by this site: no print at hand.") if ours else "",
            "names": {**terms, **names},
            "texts": {**meanings, **texts},
            "languages": _others(texts=text),
        },
    }


def _others(**languages: str) -> dict[str, str]:
    """Returns the languages that are not the page's, by what is written in them."""
    return {name: code for name, code in languages.items() if code != i18n.chosen()}


def _glossary(game: str) -> tuple[dict[str, str], dict[str, str]]:
    """Returns the terms of a game by their names, and the rule behind each; none, if they are not told."""
    book = rulebook.packaged(game)
    lang = i18n.chosen()
    if book.told_in(lang) != lang:
        return {}, {}
    terms = {name: term.text.get(lang, term.text["en"]) for name, term in book.glossary.items()}
    return terms, {name: book.rule(term.rule).text[lang] for name, term in book.glossary.items()}


def _translated(catalogue: Any, translator: Language) -> Any:
    """Returns a catalogue with every text in it, of cards, skills and abilities, as *translator* tells it."""
    if isinstance(catalogue, dict):
        return {
            name: translator.translate_print(inner)
            if name == "text" and isinstance(inner, str)
            else _translated(inner, translator)
            for name, inner in catalogue.items()
        }
    if isinstance(catalogue, list | tuple):
        return [_translated(inner, translator) for inner in catalogue]
    return catalogue


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
