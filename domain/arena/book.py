"""The book: what is printed on cards, characters and the Arena. It never changes during a match."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

from . import hexes
from .facts import Phase, Who
from .instructions import Instruction
from .provenance import Provenance

CardId: TypeAlias = Annotated[str, Meta(pattern=r"^[A-Z]{3}(0[1-9]|10)$")]
CardType: TypeAlias = Literal["attack", "magical", "status"]
Gear: TypeAlias = Literal["fire", "heart", "shell", "wind"]
Count: TypeAlias = Annotated[int, Meta(ge=1, le=20)]


class Printed(Struct, frozen=True, forbid_unknown_fields=True):
    """A battle card as a data file tells it; `ids` are its copies in the deck."""

    ids: Annotated[tuple[CardId, ...], Meta(min_length=1)]
    name: str
    banner: Annotated[tuple[Phase, ...], Meta(min_length=1)]
    types: tuple[CardType, ...]
    gear: Gear
    does: Annotated[tuple[tuple[Instruction, ...], ...], Meta(min_length=1)]
    text: str
    provenance: Provenance | dict[str, Provenance]
    names: dict[str, str] = {}


class Character(Struct, frozen=True, forbid_unknown_fields=True):
    """A character as a data file tells it, with its deck of battle cards."""

    name: str
    side: Literal["hero", "villain"]
    hp: Count
    vp: Count
    deck: tuple[Printed, ...]
    provenance: Provenance | dict[str, Provenance]


class CardSet(Struct, frozen=True, forbid_unknown_fields=True):
    """A data file: a board, and characters by their code."""

    name: str
    board: hexes.Drawing
    characters: dict[Annotated[str, Meta(pattern=r"^[A-Z]{3}$")], Character]


class Card(Struct, frozen=True):
    """One physical battle card."""

    id: str
    character: Who
    printed: Printed

    @property
    def name(self) -> str:
        """What it is called."""
        return self.printed.name


class Book(Struct, frozen=True):
    """Everything printed, ready to look up."""

    name: str
    arena: hexes.Arena
    characters: dict[Who, Character]
    cards: dict[str, Card]

    def deck(self, who: Who) -> tuple[str, ...]:
        """Returns the ids of a character's battle cards."""
        return tuple(id for printed in self.characters[who].deck for id in printed.ids)


def read(data: Any) -> Book:
    """Returns the book that *data* tells of; `msgspec.ValidationError` names the path of a mistake."""
    told = msgspec.convert(data, CardSet)
    cards: dict[str, Card] = {}
    for code, character in told.characters.items():
        for number, printed in enumerate(character.deck):
            for id in printed.ids:
                if id in cards:
                    _mistake(f"card {id} stands twice", code, number, "ids")
                if not id.startswith(code):
                    _mistake(f"card {id} is not one of {code}", code, number, "ids")
                cards[id] = Card(id, code, printed)
        if (count := sum(len(printed.ids) for printed in character.deck)) != 10:
            where = f"$.characters.{code}.deck"
            raise msgspec.ValidationError(f"a deck has 10 cards, this one {count} - at `{where}`")
    try:
        arena = hexes.read(told.board)
    except ValueError as error:
        raise msgspec.ValidationError(f"{error} - at `$.board.rows`") from error
    return Book(told.name, arena, told.characters, cards)


def _mistake(what: str, code: str, number: int, field: str) -> None:
    raise msgspec.ValidationError(f"{what} - at `$.characters.{code}.deck[{number}].{field}`")
