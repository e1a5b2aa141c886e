"""A book in another language: names and texts as a card set tells them in it, or else in English."""

from __future__ import annotations

from typing import TypeVar

from msgspec.structs import replace

from .book import Ability, Book, Card, Character, Constant, Face, Printed, Skill, Upgraded

_F = TypeVar("_F", bound=Face)
_T = TypeVar("_T", Printed, Skill, Ability, Constant)


def translate_book(book: Book, language: str) -> Book:
    """Returns *book* with what is printed told in *language*."""
    return replace(
        book,
        characters={code: _character(one, language) for code, one in book.characters.items()},
        cards={id: _card(card, language) for id, card in book.cards.items()},
    )


def _character(one: Character, language: str) -> Character:
    return replace(
        one,
        name=one.names.get(language, one.name),
        start=_face(one.start, language),
        upgraded=_upgraded(one.upgraded, language),
        deck=tuple(_told(printed, language) for printed in one.deck),
    )


def _face(face: _F, language: str) -> _F:
    ability = None if face.ability is None else _told(face.ability, language)
    return replace(face, skills=tuple(_told(skill, language) for skill in face.skills), ability=ability)


def _upgraded(side: Upgraded, language: str) -> Upgraded:
    constant = None if side.constant is None else _told(side.constant, language)
    activated = None if side.activated is None else _told(side.activated, language)
    return replace(_face(side, language), constant=constant, activated=activated)


def _card(card: Card, language: str) -> Card:
    return replace(card, printed=_told(card.printed, language))


def _told(what: _T, language: str) -> _T:
    name, text = what.names.get(language, what.name), what.texts.get(language, what.text)
    return replace(what, name=name, text=text)
