"""What is printed: the card set that comes with the game, and the same with other words on a card."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

import msgspec.yaml
from msgspec.structs import replace

from domain import arena
from domain.arena.book import Book, Character, Printed
from domain.arena.facts import CardCode


@cache
def book() -> Book:
    """The card set that comes with the game."""
    file = resources.files("domain.arena").joinpath(arena.BOOK)
    return arena.read_book(msgspec.yaml.decode(file.read_bytes()))


def reprinted(
    card: CardCode, *does: list[dict[str, object]], printed: Book | None = None, **values: object
) -> Book:
    """The book (or *printed*) with other paragraphs on a card, and other *values*, such as its `types`."""
    known = printed or book()
    was = known.cards[card]
    changes = {**values, "does": does} if does else values
    told = msgspec.convert(msgspec.to_builtins(was.printed) | changes, Printed)
    return replace(known, cards={**known.cards, card: replace(was, printed=told)})


def recast(
    code: str,
    *,
    printed: Book | None = None,
    start: Mapping[str, object] | None = None,
    upgraded: Mapping[str, object] | None = None,
    **values: object,
) -> Book:
    """The book (or *printed*) with other *values* on a character, and on the sides of its ability card."""
    known = printed or book()
    told: dict[str, Any] = msgspec.to_builtins(known.characters[code]) | values
    told["start"] |= start or {}
    told["upgraded"] |= upgraded or {}
    return replace(known, characters={**known.characters, code: msgspec.convert(told, Character)})


def skill(*does: list[dict[str, object]], cost: str | None = None) -> dict[str, object]:
    """A skill to print on a side of an ability card."""
    return {"name": "A skill", "does": does, "text": "", "provenance": "house", "cost": cost}


def ability(whenever: str, *does: list[dict[str, object]]) -> dict[str, object]:
    """An ability to print on the upgraded side of an ability card."""
    return {"name": "An ability", "whenever": whenever, "does": does, "text": "", "provenance": "house"}
