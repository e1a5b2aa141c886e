"""Translates a book with the texts of its card set, in English where it has none."""

from __future__ import annotations

from typing import TypeVar

from msgspec.structs import replace

from ..book import Ability, Book, Card, Character, Constant, Face, Printed, Skill, Upgraded

_F = TypeVar("_F", bound=Face)
_T = TypeVar("_T", Printed, Skill, Ability, Constant)


def translate_book(book: Book, language: str) -> Book:
    """Returns *book* with its names and texts in *language*."""
    return replace(
        book,
        characters={
            code: _translate_character(character, language) for code, character in book.characters.items()
        },
        cards={id: _translate_card(card, language) for id, card in book.cards.items()},
    )


def _translate_character(character: Character, language: str) -> Character:
    return replace(
        character,
        name=character.names.get(language, character.name),
        start=_translate_face(character.start, language),
        upgraded=_translate_upgraded(character.upgraded, language),
        deck=tuple(_translate_text(card, language) for card in character.deck),
    )


def _translate_face(face: _F, language: str) -> _F:
    ability = None if face.ability is None else _translate_text(face.ability, language)
    return replace(
        face, skills=tuple(_translate_text(skill, language) for skill in face.skills), ability=ability
    )


def _translate_upgraded(side: Upgraded, language: str) -> Upgraded:
    constant = None if side.constant is None else _translate_text(side.constant, language)
    activated = None if side.activated is None else _translate_text(side.activated, language)
    return replace(_translate_face(side, language), constant=constant, activated=activated)


def _translate_card(card: Card, language: str) -> Card:
    return replace(card, printed=_translate_text(card.printed, language))


def _translate_text(item: _T, language: str) -> _T:
    name, text = item.names.get(language, item.name), item.texts.get(language, item.text)
    return replace(item, name=name, text=text)
