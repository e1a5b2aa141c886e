"""The state of a match between two effects."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Struct

from ..model import Seat
from ..published import OptionalText, absent_mark
from .facts import Card, Form, Place

Stage: TypeAlias = Literal["setup", "move", "act", "over"]
"""Before the shuffle, before the mover's move, during the actions, and after the end."""


class Rulings(Struct, frozen=True, forbid_unknown_fields=True):
    """The decisions of a match on points that the instructions or card sources leave open.

    `theft`: Abu may take an Item, or must (VI-C1). `familiars`: Flotsam, Jetsam, the Cauldron and the Crown
    are activated, or act when played (VI-C2). `conditions`: the number of Conditions per offer (VI-C3).
    `effects`: only Effects with an executable text can be played, or any (VI-C4). `shrunken`: the top symbol
    that a Shrunken Hero covers (VI-C5). `locked`: cards at a locked location are safe from being discarded,
    or not (VI-C6). `tokens`: Power is limited to the tokens, or not (VI-C8). `volleys`: Allies of an
    adjacent location join those beside the Hero, or fight alone (VI-C9). `cauldron`: the Power for each
    Binding Contract. `fauna`: she removes Dreamless Sleep, or any Curse. `ariel`: she forbids the whole
    action, or holds one Item. `lure`: she takes an Item from an unlocked location, or from any. `thorns`: a
    card that bars others notices a newcomer after its effect, or before (VI-222).
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
    """The options of a match: a Villain for each seat (by default in book order) and rulings."""

    villains: tuple[str, ...] = ()


class Pile(Struct, frozen=True, gc=False):
    """A deck, its top card first, and its discard pile, the latest card last (VI-005)."""

    deck: tuple[OptionalText, ...]
    discard: tuple[Card, ...] = ()


class InPlay(Struct, frozen=True, gc=False):
    """The location or host of a card in a Realm, and the Power on it.

    `form` is its turned form. An Enlarged Hero also covers `beside`, a second location (VI-217).
    """

    at: OptionalText = ""
    on: OptionalText = ""
    power: int = 0
    form: Annotated[Form, absent_mark("")] = ""
    beside: OptionalText = ""


class Shift(Struct, frozen=True, gc=False):
    """A change of Strength of a card, or of a location's Heroes, with the card that causes it."""

    of: Card | Place
    by: int
    card: Card


class Realm(Struct, frozen=True, gc=False):
    """The Villain, mover, Power, hand, piles and cards of one seat.

    `opened` are cards that lie open during an effect, `looked` those that only this seat sees. `lasting` are
    Effects up to the next own turn, `lapsed` those that lasted up to this one. `shifted` are the changes of
    Strength until the turn ends. `shifts` are the same in matches before version 3, without the card that
    causes them. An `exposed` hand lies open.
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

    Four fields describe the running turn: `used` symbols, by number or by the granting card; the Conditions'
    requirements `met`; the seats that `passed` for the whole turn; and the Strengths of the Heroes its
    player `felled`. `token` is the holder of the Fate Token. `retired` seats have left, in that order.
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
        """Returns the other active seats, from the left of *seat* (VI-C10)."""
        seats = len(self.realms)
        others = ((seat + step) % seats for step in range(1, seats))
        return tuple(other for other in others if other not in self.retired)
