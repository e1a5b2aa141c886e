"""The printed Villains, boards and cards, with the scripts and rulings of a match."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Annotated, Literal, NamedTuple, TypeAlias, get_args

from msgspec import Struct
from msgspec.structs import asdict, fields, replace

from ..published import OptionalText, absent_mark
from .board import Rulings
from .facts import Card, PileName, Place
from .hooks import NO_HOOKS, CardHooks, VillainScript
from .text.prompts import QUESTIONS
from .versions import NEWEST

Provenance: TypeAlias = Literal["handbook", "sources", "house"]
"""The instructions, the public sources that the book lists, or this project."""

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
"""An effect of an active card, named after its field of `PrintedCard` or `CardHooks`."""
ROLES: tuple[Role, ...] = get_args(Role)

ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
"""The form of ids of cards, locations and Villains, as notation and people write them."""


class Symbol(Struct, frozen=True, forbid_unknown_fields=True):
    """An action symbol; `amount` is the Power it gives."""

    action: ActionName
    amount: int = 0


class Usable(NamedTuple):
    """A usable symbol with its number, counted from 1, or the card that grants it, or both."""

    number: int
    by: Card
    symbol: Symbol


class Location(Struct, frozen=True, forbid_unknown_fields=True):
    """A location with its covered and uncovered symbols; `locked` is its state at the start (VI-004)."""

    id: Place
    name: str
    top: tuple[Symbol, ...]
    bottom: tuple[Symbol, ...]
    name_it: OptionalText = ""
    locked: bool = False

    @property
    def symbols(self) -> tuple[Symbol, ...]:
        """All symbols, the top row first; players count them from 1."""
        return self.top + self.bottom


class Requirement(Struct, frozen=True, forbid_unknown_fields=True):
    """The state or action of an opponent, in its own turn, that a Condition requires (VI-088).

    It is a minimum of Power, Allies or Items, an Ally of a minimum Strength, or the defeat of a Hero of a
    minimum Strength.
    """

    what: Literal["power", "allies", "items", "strength", "defeat"]
    least: int

    @property
    def key(self) -> str:
        """Its name in facts and questions, such as `power-6`."""
        return f"{self.what}-{self.least}"

    @property
    def lasts(self) -> bool:
        """Whether it is a lasting state and not a single action."""
        return self.what != "defeat"


class EntryBar(Struct, frozen=True, forbid_unknown_fields=True):
    """Cards that cannot be played to a card's location, by kind and perhaps by Strength."""

    kind: Kind = "hero"
    below: int | None = None

    def blocks(self, kind: Kind, strength: int) -> bool:
        """Returns whether a card of *kind* and *strength* is blocked."""
        return kind == self.kind and (self.below is None or strength < self.below)


class PrintedCard(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A card with its numbers, its text in our words, and its provenance.

    `ruling` names the ruling of a match that decides an open point of the sources. A decision other than the
    default removes `forbids` and `activation`. `activation` is the Cost of the activated ability. `attach`
    is the kind of host that the card needs, `guard` marks a Card Guard, `contract` is the location of the
    Hero's defeat. `enters` is the card's only location, even a locked one, as soon as it is revealed;
    `only_at` is its only location when played.

    In the Realm, `bonus` is added to the Strength of the host, and `others` to that of other Heroes. `gains`
    is added to each gain of Power, `hand` to the hand size, `draws` to the cards of each draw. `forbids` is
    an action, or a kind of card, that its Villain may not use. `shuns` is the location it cannot enter,
    `grants` another symbol of its location, `bars` the cards that cannot be played there.

    In a fight, `allies` is the minimum number of Allies against it, and `immune` the card without effect on
    it. `first` marks a Hero to be defeated before others, and `range` the reach of an Ally. `stays` marks an
    Ally that is not discarded, `shields` an Item discarded in place of its host, and `protects` an Item
    whose Hero cannot be defeated. A card with `pays_for` pays the whole Cost of a card of that kind when it
    is discarded. `uncovers` makes one covered symbol usable at the mover's location, `rests` lets the mover
    stay while the Effect lasts.
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
    attach: Annotated[Literal["", "ally", "hero"], absent_mark("")] = ""
    guard: bool = False
    contract: OptionalText = ""
    enters: OptionalText = ""
    only_at: OptionalText = ""
    bonus: int = 0
    others: int = 0
    gains: int = 0
    hand: int = 0
    draws: int = 0
    forbids: Annotated[Literal["", "effect", "move_item_or_ally"], absent_mark("")] = ""
    shuns: OptionalText = ""
    grants: Symbol | None = None
    bars: EntryBar | None = None
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
    pays_for: Annotated[Literal["", "item"], absent_mark("")] = ""
    requires: Requirement | None = None

    @property
    def ids(self) -> tuple[Card, ...]:
        """The ids of its copies in a match, numbered if there are several."""
        return (self.id,) if self.copies == 1 else tuple(f"{self.id}-{n + 1}" for n in range(self.copies))


class Villain(Struct, frozen=True, forbid_unknown_fields=True):
    """A Villain with its board and both decks."""

    id: str
    name: str
    film: str
    objective: str
    sources: tuple[str, ...]
    locations: tuple[Location, ...]
    villain: tuple[PrintedCard, ...]
    fate: tuple[PrintedCard, ...]
    name_it: OptionalText = ""


class CardSet(Struct, frozen=True, forbid_unknown_fields=True):
    """The whole card file with set-up numbers, sources and Villains."""

    sources: dict[str, str]
    tokens: int
    hand: int
    starting_power: tuple[int, ...]
    villains: tuple[Villain, ...]


class Book(Struct, frozen=True, dict=True):
    """Card set, scripts and rulings of a match, with the lookups that the rules need."""

    card_set: CardSet
    scripts: Mapping[str, VillainScript]
    """The scripts of the Villains' folders, by the Villain's id."""
    rulings: Rulings = Rulings()
    version: int = NEWEST
    """The version of the rules of this match."""

    @cached_property
    def villains(self) -> Mapping[str, Villain]:
        """The Villains by id."""
        return {villain.id: villain for villain in self.card_set.villains}

    @property
    def seats(self) -> int:
        """The maximum number of players; each needs a Villain and a starting Power (VI-001, VI-007)."""
        return min(len(self.villains), len(self.card_set.starting_power))

    @cached_property
    def cards(self) -> Mapping[Card, PrintedCard]:
        """Every copy of a card, as the rulings of this match leave it."""
        return {id: self._with_ruling(card) for _, card in self._deck_cards() for id in card.ids}

    @cached_property
    def piles(self) -> Mapping[Card, PileName]:
        """The pile of every card."""
        return {card: pile for pile, card_type in self._deck_cards() for card in card_type.ids}

    @cached_property
    def conditions(self) -> Mapping[str, Mapping[Requirement, tuple[Card, ...]]]:
        """The Conditions of each Villain, by their requirements."""
        conditions: dict[str, dict[Requirement, tuple[Card, ...]]] = {name: {} for name in self.villains}
        for name, villain in self.villains.items():
            for card in villain.villain:
                if card.requires is not None:
                    earlier = conditions[name].get(card.requires, ())
                    conditions[name][card.requires] = earlier + card.ids
        return conditions

    @cached_property
    def locations(self) -> Mapping[str, Mapping[Place, Location]]:
        """The locations of each Villain, from left to right."""
        return {
            name: {location.id: location for location in villain.locations}
            for name, villain in self.villains.items()
        }

    @cached_property
    def symbols(self) -> Mapping[str, Mapping[Place, tuple[Usable, ...]]]:
        """The printed symbols of each Villain's locations, the top row first."""
        return {
            name: {id: tuple(Usable(n, "", s) for n, s in enumerate(p.symbols, 1)) for id, p in row.items()}
            for name, row in self.locations.items()
        }

    @cached_property
    def hooks(self) -> Mapping[Card, CardHooks]:
        """The hooks of every card."""
        hooks = dict(pair for villain_id in self.villains for pair in self.scripts[villain_id].hooks.items())
        return {card: hooks.get(card_type.id, NO_HOOKS) for card, card_type in self.cards.items()}

    @cached_property
    def roles(self) -> Mapping[Card, tuple[Role, ...]]:
        """The roles of every card."""
        usual = NO_HOOKS._asdict() | {field.name: field.default for field in fields(PrintedCard)}
        values = {card: asdict(data) | self.hooks[card]._asdict() for card, data in self.cards.items()}
        return {card: tuple(r for r in ROLES if fields_[r] != usual[r]) for card, fields_ in values.items()}

    @cached_property
    def location_ids(self) -> Mapping[str, tuple[Place, ...]]:
        """The ids of each Villain's locations, from left to right."""
        return {villain_id: tuple(places) for villain_id, places in self.locations.items()}

    @cached_property
    def questions(self) -> Mapping[str, str]:
        """The sentence of every prompt."""
        own = (pair for villain_id in self.villains for pair in self.scripts[villain_id].questions.items())
        return {**dict(own), **QUESTIONS}

    @cached_property
    def _books_by_rulings(self) -> dict[Rulings, Book]:
        return {self.rulings: self}

    def with_rulings(self, rulings: Rulings) -> Book:
        """Returns this book as a match with *rulings* reads it, from a cache."""
        cache = self._books_by_rulings
        if rulings not in cache:
            cache[rulings] = replace(self, rulings=rulings)
        return cache[rulings]

    def _with_ruling(self, card: PrintedCard) -> PrintedCard:
        """Returns a card without the fields that another decision on its ruling removes (VI-C2)."""
        if not card.ruling or getattr(self.rulings, card.ruling) == getattr(Rulings(), card.ruling):
            return card
        return replace(card, activation=None, forbids="")

    def _deck_cards(self) -> Iterator[tuple[PileName, PrintedCard]]:
        for villain in self.card_set.villains:
            yield from (("villain", card) for card in villain.villain)
            yield from (("fate", card) for card in villain.fate)
