"""A match of Villainous between two effects: the Realms, and how far the turn has come."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from ..words import Seat
from .facts import Card, Place

Stage: TypeAlias = Literal["setup", "move", "act", "over"]
"""Before the decks are shuffled; before the mover's move; performing actions; after the end."""


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What a match may choose: each seat's Villain, in seat order; none: as the book orders them."""

    villains: tuple[str, ...] = ()


class Pile(Struct, frozen=True):
    """A deck, its top card first, and its discard pile, the latest card last (VI-005)."""

    deck: tuple[Card, ...]
    discard: tuple[Card, ...] = ()


class InPlay(Struct, frozen=True):
    """Where a card of a Realm is: at a location, or on another card; and the Power lying on it."""

    at: Place = ""
    on: Card = ""
    power: int = 0


class Realm(Struct, frozen=True):
    """All that is one seat's: the Villain, the mover, Power, hand, both piles, and the cards of the Realm.

    `opened` are cards lying open while they are followed or chosen from, `looked` those only this seat sees.
    """

    who: str
    at: Place
    villain: Pile
    fate: Pile
    locked: tuple[Place, ...]
    power: int = 0
    hand: tuple[Card, ...] = ()
    cards: dict[Card, InPlay] = {}
    opened: tuple[Card, ...] = ()
    looked: tuple[Card, ...] = ()


class Board(Struct, frozen=True):
    """A match between two effects.

    Of the running turn: the symbols `used`, the Conditions' requirements that were `met`, the seats
    that `passed` for the whole turn, and the Strengths of the Heroes its player `felled`.
    """

    realms: tuple[Realm, ...]
    cauldron: int
    stage: Stage = "setup"
    seat: Seat = 0
    turn: int = 0
    used: tuple[int, ...] = ()
    met: tuple[str, ...] = ()
    passed: tuple[Seat, ...] = ()
    felled: tuple[int, ...] = ()
    winner: Seat | None = None
