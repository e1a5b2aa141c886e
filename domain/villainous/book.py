"""What is printed: Villains, their boards and their cards; and the scripts and rulings they are played by."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Annotated, Literal, NamedTuple, TypeAlias, get_args

from msgspec import Struct
from msgspec.structs import asdict, fields, replace

from ..published import OptionalText, absent
from .board import Rulings
from .facts import Card, PileName, Place
from .hooks import NO_LORE, Lore, VillainScript
from .questions import QUESTIONS
from .versions import NEWEST

Provenance: TypeAlias = Literal["handbook", "sources", "house"]
"""Printed in the instructions; agreed upon by the public sources that the book lists; ours."""

ActionName: TypeAlias = Literal[
    "gain_power",
    "play_card",
    "activate",
    "discard_cards",
    "fate",
    "vanquish",
    "move_item_or_ally",
    "move_hero",
]
Kind: TypeAlias = Literal["ally", "item", "curse", "effect", "condition", "hero"]

Role: TypeAlias = Literal[
    "others", "bars", "forbids", "activation", "tires", "grants", "uncovers", "gains", "pays_for", "hand",
    "draws", "lends", "levy", "before_move", "offers",
]  # fmt: skip
"""What a card does while it is active, by the field of `Printed` or of `Lore` that says so."""
ROLES: tuple[Role, ...] = get_args(Role)

ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
"""What a card, a location or a Villain can be called: it stands in notation, and people say it."""


class Symbol(Struct, frozen=True, forbid_unknown_fields=True):
    """An action symbol; `amount` is the Power it gives."""

    action: ActionName
    amount: int = 0


class Usable(NamedTuple):
    """A symbol that can be used: its number, counted from 1, or the card by which it can be used, or both."""

    number: int
    by: Card
    symbol: Symbol


class Location(Struct, frozen=True, forbid_unknown_fields=True):
    """A location: the symbols a Hero covers, those it leaves free, and whether it starts locked (VI-004)."""

    id: Place
    name: str
    top: tuple[Symbol, ...]
    bottom: tuple[Symbol, ...]
    name_it: OptionalText = ""
    locked: bool = False

    @property
    def symbols(self) -> tuple[Symbol, ...]:
        """All its symbols, the top row first; people count them from 1."""
        return self.top + self.bottom


class Requirement(Struct, frozen=True, forbid_unknown_fields=True):
    """What an opponent has or does, on the own turn, for a Condition to be playable (VI-088).

    At least so much Power, so many Allies or Items; an Ally of at least that Strength; or the defeat of a
    Hero of at least that Strength.
    """

    what: Literal["power", "allies", "items", "strength", "defeat"]
    least: int

    @property
    def key(self) -> str:
        """What it is called in facts and questions: `power-6`."""
        return f"{self.what}-{self.least}"

    @property
    def lasts(self) -> bool:
        """Whether it is something one has, and goes on having, and not something one does."""
        return self.what != "defeat"


class Bar(Struct, frozen=True, forbid_unknown_fields=True):
    """Which cards cannot be played to a card's location: of a kind, all or those of less Strength."""

    kind: Kind = "hero"
    below: int | None = None

    def stops(self, kind: Kind, strength: int) -> bool:
        """Tells whether a card of *kind*, of *strength*, is kept out."""
        return kind == self.kind and (self.below is None or strength < self.below)


class Printed(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A card: its numbers, its text in our words, and where we have them from.

    `ruling` names the ruling of a match that decides a point our sources leave open: decided otherwise than
    usual, it takes away what the card `forbids`, and its `activation`. `activation` is the
    Cost of its activated ability. `attach` is what it has to be attached to, `guard` marks a Card Guard,
    `contract` is the location where the Hero carrying it is defeated. `enters` is the one location it is
    played to, even a locked one, as soon as it is revealed; `only_at` the one it can be played to.

    While it is in the Realm: `bonus` is added to the Strength of its host, `others` to that of the other
    Heroes; `gains` to each gain of Power; `hand` to the cards a hand is drawn up to, `draws` to those drawn
    then; `forbids` is an action, or a kind of card, that its Villain may not use; `shuns` the location it
    cannot be played or moved to; `grants` another symbol of its location; `bars` what cannot be played to it.

    In a fight: `allies` is how many a Vanquish against it needs, `immune` the card that cannot be used
    against it; `first` marks a Hero, or what a Hero carries, that has to be defeated before others; `range`
    how far an Ally fights; `stays` an Ally that is not discarded; `shields` an Item discarded in place of
    its host; `protects` one whose Hero cannot be defeated. `pays_for` is what this card, discarded, pays the
    whole Cost of. `uncovers` lets one covered symbol be used where the mover is beside it, `rests` lets the
    mover stay while the Effect lasts.
    """

    id: str
    name: str
    kind: Kind
    copies: int
    text: OptionalText
    name_it: OptionalText = ""
    provenance: Provenance = "sources"
    ruling: OptionalText = ""
    cost: int = 0
    strength: int = 0
    activation: int | None = None
    attach: Annotated[Literal["", "ally", "hero"], absent("")] = ""
    guard: bool = False
    contract: OptionalText = ""
    enters: OptionalText = ""
    only_at: OptionalText = ""
    bonus: int = 0
    others: int = 0
    gains: int = 0
    hand: int = 0
    draws: int = 0
    forbids: Annotated[Literal["", "effect", "move_item_or_ally"], absent("")] = ""
    shuns: OptionalText = ""
    grants: Symbol | None = None
    bars: Bar | None = None
    allies: int = 0
    immune: OptionalText = ""
    first: bool = False
    range: int = 0
    stays: bool = False
    shields: bool = False
    protects: bool = False
    uncovers: bool = False
    rests: bool = False
    tires: int = 0
    pays_for: Annotated[Literal["", "item"], absent("")] = ""
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
    name_it: OptionalText = ""


class CardSet(Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file: the numbers of the set-up, the sources, the Villains."""

    sources: dict[str, str]
    tokens: int
    hand: int
    starting_power: tuple[int, ...]
    villains: tuple[Villain, ...]


class Book(Struct, frozen=True, dict=True):
    """All that is printed, by id, what the cards do, and how the match at hand decides what is left open."""

    print: CardSet
    scripts: Mapping[str, VillainScript]
    """What each Villain's folder says, by the Villain's id."""
    rulings: Rulings = Rulings()
    version: int = NEWEST
    """The version of the rules that the match at hand is decided by."""

    @cached_property
    def villains(self) -> Mapping[str, Villain]:
        """The Villains by id."""
        return {villain.id: villain for villain in self.print.villains}

    @property
    def seats(self) -> int:
        """How many can play at most: each has a Villain, and a starting Power (VI-001, VI-007)."""
        return min(len(self.villains), len(self.print.starting_power))

    @cached_property
    def cards(self) -> Mapping[Card, Printed]:
        """What is printed on every card, and holds in the match at hand."""
        return {card: self._held(printed) for _, printed in self._decks() for card in printed.ids}

    @cached_property
    def piles(self) -> Mapping[Card, PileName]:
        """Which of its Villain's piles every card belongs to."""
        return {card: pile for pile, printed in self._decks() for card in printed.ids}

    @cached_property
    def conditions(self) -> Mapping[str, Mapping[Requirement, tuple[Card, ...]]]:
        """The Conditions of each Villain, by what they require."""
        held: dict[str, dict[Requirement, tuple[Card, ...]]] = {who: {} for who in self.villains}
        for who, villain in self.villains.items():
            for card in villain.villain:
                if card.requires is not None:
                    held[who][card.requires] = held[who].get(card.requires, ()) + card.ids
        return held

    @cached_property
    def places(self) -> Mapping[str, Mapping[Place, Location]]:
        """The locations of each Villain, from left to right."""
        return {who: {p.id: p for p in villain.locations} for who, villain in self.villains.items()}

    @cached_property
    def symbols(self) -> Mapping[str, Mapping[Place, tuple[Usable, ...]]]:
        """The printed symbols of each Villain's locations, the top row first."""
        return {
            who: {id: tuple(Usable(n, "", s) for n, s in enumerate(p.symbols, 1)) for id, p in places.items()}
            for who, places in self.places.items()
        }

    @cached_property
    def lores(self) -> Mapping[Card, Lore]:
        """What every card does beyond its numbers."""
        lores = dict(pair for who in self.villains for pair in self.scripts[who].lore.items())
        return {card: lores.get(printed.id, NO_LORE) for card, printed in self.cards.items()}

    @cached_property
    def roles(self) -> Mapping[Card, tuple[Role, ...]]:
        """What every card does while it is active."""
        usual = NO_LORE._asdict() | {field.name: field.default for field in fields(Printed)}
        told = {card: asdict(printed) | self.lores[card]._asdict() for card, printed in self.cards.items()}
        return {card: tuple(r for r in ROLES if says[r] != usual[r]) for card, says in told.items()}

    @cached_property
    def rows(self) -> Mapping[str, tuple[Place, ...]]:
        """The locations of each Villain by their ids, from left to right."""
        return {who: tuple(places) for who, places in self.places.items()}

    @cached_property
    def questions(self) -> Mapping[str, str]:
        """The sentence of every prompt."""
        own = (pair for who in self.villains for pair in self.scripts[who].questions.items())
        return {**dict(own), **QUESTIONS}

    @cached_property
    def _ruled(self) -> dict[Rulings, Book]:
        return {self.rulings: self}

    def under(self, rulings: Rulings) -> Book:
        """Returns this book as a match with *rulings* reads it."""
        known = self._ruled
        if rulings not in known:
            known[rulings] = replace(self, rulings=rulings)
        return known[rulings]

    def _held(self, printed: Printed) -> Printed:
        """Returns a card without what its ruling, decided otherwise, takes from it (VI-C2)."""
        if not printed.ruling or getattr(self.rulings, printed.ruling) == getattr(Rulings(), printed.ruling):
            return printed
        return replace(printed, activation=None, forbids="")

    def _decks(self) -> Iterator[tuple[PileName, Printed]]:
        for villain in self.print.villains:
            yield from (("villain", card) for card in villain.villain)
            yield from (("fate", card) for card in villain.fate)
