"""The data from which scripts draw a board, with the cards of its game and the names of things."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from domain.games import Game
from domain.rules import Rules
from replays.text.languages import ENGLISH, Language, game_language, typeset
from replays.text.names import localized_names

from ..caches import LruCache
from ..catalog import rulebook
from ..faces.looks import load_looks
from ..shared import i18n

_cache: LruCache[tuple[Rules[Any, Any], dict[str, Any]]] = LruCache(32)
"""Data by the identity of its rules, which are cached with it so that the identity stays theirs."""


def board_data(game: Game, rules: Rules[Any, Any]) -> dict[str, Any]:
    """Returns the cards, characters and looks of *game*, and their names and texts in the request's language.

    The caller may add to it.
    """
    key = f"{id(rules)} {i18n.page_language()}"
    _, data = _cache.get(key) or _cache.put(key, (rules, _board_data(game, rules)))
    return {**data, "words": {**data["words"]}}


def _board_data(game: Game, rules: Rules[Any, Any]) -> dict[str, Any]:
    translator = game_language(game.NAME, i18n.page_language())
    cards = game.describe_cards(game.translate_book(rules.book, translator.code))
    catalogue = _translate_texts(cards, translator)
    names = localized_names(game, rules.book, translator)
    terms, meanings = _glossary(game.NAME)
    texts = dict(_card_texts(catalogue))
    is_translated = translator.code != ENGLISH and texts != _typeset_texts(cards, translator.code)
    in_english = texts == _typeset_texts(game.describe_cards(rules.book), translator.code)
    text = ENGLISH if in_english else translator.code
    note = i18n.says("Texts of cards translated by this site: no print at hand.")
    return {
        "game": game.NAME,
        "catalogue": {**_drop_repeated(catalogue), "looks": msgspec.to_builtins(load_looks(game))},
        "words": {
            "translated": note if is_translated else "",
            "names": {**terms, **names},
            "texts": {**meanings, **texts},
            "languages": _foreign_languages(texts=text),
            "sections": _section_titles(game.NAME),
        },
    }


def _foreign_languages(**languages: str) -> dict[str, str]:
    """Returns the *languages* that differ from the language of the page."""
    return {name: code for name, code in languages.items() if code != i18n.page_language()}


def _glossary(game: str) -> tuple[dict[str, str], dict[str, str]]:
    """Returns the terms of a game and their rules by name, or nothing without a rulebook in the language."""
    book = rulebook.packaged_rulebook(game)
    lang = i18n.page_language()
    if book.language_for(lang) != lang:
        return {}, {}
    terms = {name: term.text.get(lang, term.text["en"]) for name, term in book.glossary.items()}
    return terms, {name: book.find_rule(term.rule).text[lang] for name, term in book.glossary.items()}


def _section_titles(game: str) -> list[tuple[str, str]]:
    """Returns the first rule of each section of the rulebook, and the title of the section."""
    book = rulebook.packaged_rulebook(game)
    lang = book.language_for(i18n.page_language())
    return [(section.rules[0].number, section.title[lang]) for section in book.sections]


def _translate_texts(catalogue: Any, translator: Language) -> Any:
    """Returns a catalogue with all its texts in the language of *translator*."""
    if isinstance(catalogue, dict):
        return {
            name: translator.translate_print(inner)
            if name == "text" and isinstance(inner, str)
            else _translate_texts(inner, translator)
            for name, inner in catalogue.items()
        }
    if isinstance(catalogue, list | tuple):
        return [_translate_texts(inner, translator) for inner in catalogue]
    return catalogue


def _drop_repeated(catalogue: Any) -> Any:
    """Returns a catalogue without absent values, and without the names and texts that `words` has by id."""
    if isinstance(catalogue, dict):
        has_id = not catalogue.keys().isdisjoint(("id", "ids"))
        return {
            key: _drop_repeated(inner)
            for key, inner in catalogue.items()
            if inner is not None and inner is not False and not (has_id and key.startswith(("name", "text")))
        }
    return (
        [_drop_repeated(inner) for inner in catalogue] if isinstance(catalogue, list | tuple) else catalogue
    )


def _card_texts(catalogue: Any) -> Iterator[tuple[str, str]]:
    """Yields the id and the text of each card."""
    if isinstance(catalogue, dict):
        if catalogue.get("text"):
            ids = catalogue.get("ids") or ([catalogue["id"]] if "id" in catalogue else [])
            yield from ((id, catalogue["text"]) for id in ids)
        for inner in catalogue.values():
            yield from _card_texts(inner)
    elif isinstance(catalogue, list | tuple):
        for inner in catalogue:
            yield from _card_texts(inner)


def _typeset_texts(cards: Any, code: str) -> dict[str, str]:
    """Returns the printed texts of cards by id, typeset for the language *code*."""
    return {id: typeset(code, text) for id, text in _card_texts(cards)}
