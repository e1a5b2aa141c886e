"""A match of Villainous between two effects: the Realms, and how far the turn has come."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Struct

from ..published import OptionalText, absent
from ..words import Seat
from .facts import Card, Form, Place

Stage: TypeAlias = Literal["setup", "move", "act", "over"]
"""Before the decks are shuffled; before the mover's move; performing actions; after the end."""


class Rulings(Struct, frozen=True, forbid_unknown_fields=True):
    """Decisions of a match on points that the instructions, or our sources of the cards, leave open.

    `theft`: Abu may take an Item, or must (VI-C1). `familiars`: Flotsam, Jetsam, the Cauldron and the Crown
    are activated, or do what they do when played (VI-C2). `conditions`: the number of Conditions a seat may
    play each time it is asked (VI-C3). `effects`: an Effect whose text cannot be carried out cannot be
    played, or any can (VI-C4). `shrunken`: the top symbol that a Shrunken Hero covers (VI-C5). `locked`:
    cards at a locked location are safe from being discarded, or not (VI-C6). `tokens`: Power is limited to
    the tokens in the box, or not (VI-C8). `volleys`: Allies fighting from an adjacent location join those
    beside the Hero, or fight alone (VI-C9). `cauldron`: Power it brings for each Binding Contract. `fauna`:
    she removes Dreamless Sleep, or any Curse. `ariel`: she forbids the whole action, or holds one Item.
    `lure`: she takes an Item from an unlocked location, or from anywhere. `thorns`: a card that bars others
    from its location notices a newcomer once that has done what it does, or before (VI-222).
    """

    theft: Literal["optional", "mandatory"] = "optional"
    familiars: Literal["activate", "played"] = "activate"
    conditions: Literal["one", "several"] = "one"
    effects: Literal["fitting", "any"] = "fitting"
    shrunken: Literal["left", "right"] = "left"
    locked: Literal["safe", "reachable"] = "safe"
    tokens: Literal["limited", "unlimited"] = "limited"
    volleys: Literal["joint", "alone"] = "joint"
    cauldron: Literal[1, 2] = 2
    fauna: Literal["sleep", "curse"] = "sleep"
    ariel: Literal["action", "item"] = "action"
    lure: Literal["unlocked", "anywhere"] = "unlocked"
    thorns: Literal["last", "first"] = "last"


class Options(Rulings, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The options of a match: each seat's Villain in seat order (none: as in the book); rulings."""

    villains: tuple[str, ...] = ()


class Pile(Struct, frozen=True, gc=False):
    """A deck, its top card first, and its discard pile, the latest card last (VI-005)."""

    deck: tuple[OptionalText, ...]
    discard: tuple[Card, ...] = ()


class InPlay(Struct, frozen=True, gc=False):
    """The location of a card of a Realm, or the card that it lies on; and the Power lying on it.

    `form` is its changed form; an Enlarged Hero is `beside` its own location too (VI-217).
    """

    at: OptionalText = ""
    on: OptionalText = ""
    power: int = 0
    form: Annotated[Form, absent("")] = ""
    beside: OptionalText = ""


class Shift(Struct, frozen=True, gc=False):
    """A change of the Strength of a card, or of the Heroes at a location, and the card that makes it."""

    of: Card | Place
    by: int
    card: Card


class Realm(Struct, frozen=True, gc=False):
    """The Realm of a seat: the Villain, the mover, Power, hand, both piles, and the cards in it.

    `opened` are cards lying open while they are followed or chosen from, `looked` those only this seat
    sees. `lasting` are Effects that hold until the own next turn, `lapsed` those that held until this one;
    `shifted` are changes of Strength until the turn ends. So are `shifts`, by the card or location: of
    matches before version 3, whose facts do not name the card that says so. `exposed`: the hand lies open.
    """

    who: str
    at: Place
    villain: Pile
    fate: Pile
    locked: tuple[Place, ...]
    power: int = 0
    hand: tuple[OptionalText, ...] = ()
    cards: dict[Card, InPlay] = {}
    opened: tuple[Card, ...] = ()
    looked: tuple[OptionalText, ...] = ()
    lasting: tuple[Card, ...] = ()
    lapsed: tuple[Card, ...] = ()
    shifts: dict[Card | Place, int] = {}
    exposed: bool = False
    shifted: tuple[Shift, ...] = ()


class Board(Struct, frozen=True, gc=False):
    """A match between two effects.

    Of the running turn: the symbols `used`, by number or by the card that shows them, the Conditions'
    requirements that were `met`, the seats that `passed` for the whole turn, and the Strengths of the Heroes
    its player `felled`. `token` is who holds the Fate Token. `retired` are the seats that
    left, in that order.
    """

    realms: tuple[Realm, ...]
    cauldron: int
    rulings: Rulings = Rulings()
    stage: Stage = "setup"
    seat: Seat = 0
    turn: int = 0
    used: tuple[str, ...] = ()
    met: tuple[str, ...] = ()
    passed: tuple[Seat, ...] = ()
    felled: tuple[int, ...] = ()
    token: Seat | None = None
    winner: Seat | None = None
    retired: tuple[Seat, ...] = ()

    def opponents(self, seat: Seat) -> tuple[Seat, ...]:
        """Returns the other seats that still play, from the left of *seat* (VI-C10)."""
        seats = len(self.realms)
        around = ((seat + step) % seats for step in range(1, seats))
        return tuple(other for other in around if other not in self.retired)
