"""What is printed: villains, their boards and their cards, as `book.yaml` tells them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec
from msgspec import Struct

from ..script import Script, Table
from ..words import Seat
from .board import Board, Realm
from .facts import Card, PileName, Place

Provenance: TypeAlias = Literal["handbook", "sources", "house"]
"""Printed in the instructions; agreed upon by the public sources that the book lists; ours."""

ActionName: TypeAlias = Literal[
    "gain_power", "play_card", "discard_cards", "fate", "vanquish", "move_item_or_ally", "move_hero"
]
Kind: TypeAlias = Literal["ally", "item", "curse", "effect", "condition", "hero"]


class Symbol(Struct, frozen=True, forbid_unknown_fields=True):
    """An action symbol; `amount` is the Power it gives."""

    action: ActionName
    amount: int = 0


class Location(Struct, frozen=True, forbid_unknown_fields=True):
    """A location: the symbols a Hero covers, those it leaves free, and whether it starts locked (VI-004)."""

    id: Place
    name: str
    top: tuple[Symbol, ...]
    bottom: tuple[Symbol, ...]
    locked: bool = False

    @property
    def symbols(self) -> tuple[Symbol, ...]:
        """All its symbols, the top row first; people count them from 1."""
        return self.top + self.bottom


class Requirement(Struct, frozen=True, forbid_unknown_fields=True):
    """What an opponent has or does, on the own turn, for a Condition to be playable (VI-088)."""

    what: Literal["power", "defeat"]
    least: int

    @property
    def key(self) -> str:
        """What it is called in facts and questions: `power-6`."""
        return f"{self.what}-{self.least}"


class Bar(Struct, frozen=True, forbid_unknown_fields=True):
    """Which Heroes cannot be played to a card's location: those of less Strength than `below`, or all."""

    below: int | None = None

    def stops(self, strength: int) -> bool:
        """Tells whether a Hero of *strength* is kept out."""
        return self.below is None or strength < self.below


class Printed(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A card: its numbers, its text in our words, and where we have them from.

    `attach` is what it has to be attached to. `enters` is the one location it is played to, even a locked
    one, as soon as it is revealed. `bonus` is added to the Strength of its host, `others` to that of the
    Realm's other Heroes, `gains` to each gain of Power. `allies` is how many a Vanquish against it needs.
    `pays_for` is what this card, discarded, pays the whole Cost of.
    """

    id: str
    name: str
    kind: Kind
    copies: int
    text: str
    provenance: Provenance = "sources"
    cost: int = 0
    strength: int = 0
    attach: Literal["", "ally", "hero"] = ""
    enters: Place = ""
    bonus: int = 0
    others: int = 0
    gains: int = 0
    allies: int = 0
    bars: Bar | None = None
    pays_for: Literal["", "item"] = ""
    requires: Requirement | None = None

    @property
    def ids(self) -> tuple[Card, ...]:
        """Its copies in a match: the id itself, or numbered ids where there are several."""
        return (self.id,) if self.copies == 1 else tuple(f"{self.id}-{n + 1}" for n in range(self.copies))


class Villain(Struct, frozen=True, forbid_unknown_fields=True):
    """A Villain: the board, and the cards of both decks."""

    id: str
    name: str
    film: str
    objective: str
    sources: tuple[str, ...]
    locations: tuple[Location, ...]
    villain: tuple[Printed, ...]
    fate: tuple[Printed, ...]


class CardSet(Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file: the numbers of the set-up, the sources, the Villains."""

    sources: dict[str, str]
    tokens: int
    hand: int
    starting_power: tuple[int, ...]
    villains: tuple[Villain, ...]


T: TypeAlias = "Table[Board, Book]"
"""What a script sees. `t.seat` is the seat that makes the choices."""

Does: TypeAlias = Callable[[T, Seat, Card], Script[None]]
"""Something a card does: told the seat whose Realm it is in, and the card itself."""


class Lore(NamedTuple):
    """What a card does beyond its numbers. Every part may be missing.

    `played`: when it is played. `playable`: whether its text can be carried out (VI-201). `hero_played`:
    whenever a Hero is played to its location. `mover_came`: whenever its Villain moves there. `defeated`:
    when this Hero is defeated; it is told the place instead of the card.
    """

    played: Does | None = None
    playable: Callable[[Realm, Book], bool] | None = None
    hero_played: Does | None = None
    mover_came: Does | None = None
    defeated: Callable[[T, Seat, Place], Script[None]] | None = None


NO_LORE = Lore()


class Book(NamedTuple):
    """All that is printed, by id, and what the cards do."""

    print: CardSet
    villains: Mapping[str, Villain]
    cards: Mapping[Card, Printed]
    piles: Mapping[Card, PileName]
    places: Mapping[str, Mapping[Place, Location]]
    scripts: Mapping[str, Lore]
    objectives: Mapping[str, Callable[[Realm, Book], bool]]
    """Objectives that are looked at when the Villain's own turn starts (VI-121)."""

    def lore(self, card: Card) -> Lore:
        """Returns what *card* does beyond its numbers."""
        return self.scripts.get(self.cards[card].id, NO_LORE)


def read(
    data: Any, scripts: Mapping[str, Lore], objectives: Mapping[str, Callable[[Realm, Book], bool]]
) -> Book:
    """Returns the book that *data* tells of; raises `msgspec.ValidationError` with a mistake's path."""
    told = msgspec.convert(data, CardSet)
    for path, mistake in _mistakes(told, scripts):
        raise msgspec.ValidationError(f"{mistake} - at `{path}`")
    decks: list[tuple[PileName, tuple[Printed, ...]]] = []
    for villain in told.villains:
        decks += [("villain", villain.villain), ("fate", villain.fate)]
    return Book(
        told,
        {villain.id: villain for villain in told.villains},
        {card: printed for _, deck in decks for printed in deck for card in printed.ids},
        {card: pile for pile, deck in decks for printed in deck for card in printed.ids},
        {villain.id: {place.id: place for place in villain.locations} for villain in told.villains},
        scripts,
        objectives,
    )


def _mistakes(told: CardSet, scripts: Mapping[str, Lore]) -> Iterator[tuple[str, str]]:
    cards = Counter(card.id for villain in told.villains for card in (*villain.villain, *villain.fate))
    for v, villain in enumerate(told.villains):
        places = [place.id for place in villain.locations]
        if len(places) != 4 or len(set(places)) != 4:
            yield f"$.villains[{v}].locations", "A board has 4 locations, each with its own id (VI-003)"
        for pile, deck in (("villain", villain.villain), ("fate", villain.fate)):
            for c, card in enumerate(deck):
                path = f"$.villains[{v}].{pile}[{c}]"
                if cards[card.id] > 1:
                    yield f"{path}.id", f"Two cards are called “{card.id}”"
                if card.enters and card.enters not in places:
                    yield f"{path}.enters", f"There is no “{card.enters}”, only {', '.join(places)}"
                if (card.kind == "condition") != (card.requires is not None):
                    yield (
                        f"{path}.requires",
                        "Every Condition requires something, and no other card does (VI-088)",
                    )
                if card.kind in ("effect", "condition") and scripts.get(card.id, NO_LORE).played is None:
                    yield f"{path}.kind", f"No script tells what “{card.id}” does"
