"""The vocabulary of Villainous: everything that can happen in a match.

A name here is permanent: it is the fact's name in the store. `seat` is the seat whose Realm, hand or
piles are concerned. Cards and locations are called by ids that people can say; a hidden card is the empty
string.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from ..words import Event, Seat

Card: TypeAlias = str
"""One card of the match (`warrant-2`), or the empty string where it is hidden."""

Place: TypeAlias = str
"""A location of one Realm (`nottingham`)."""

PileName: TypeAlias = Literal["villain", "fate"]
"""Which of a seat's two decks, each with its own discard pile (VI-005)."""


class VillainousFact(Event, frozen=True, tag=lambda name: f"villainous.{name}"):
    """Something that happened in a match of Villainous."""


# -- decks and hands ---------------------------------------------------------------------------------


class DeckShuffled(VillainousFact, frozen=True):
    """A deck lies in a new order, the top card first; discarded cards among them are discarded no longer."""

    seat: Seat
    pile: PileName
    cards: tuple[Card, ...]


class CardsDrawn(VillainousFact, frozen=True):
    """The top cards of a deck went to the hand."""

    seat: Seat
    pile: PileName
    cards: tuple[Card, ...]


class CardsRevealed(VillainousFact, frozen=True):
    """The top cards of a deck were laid open, for everyone to see (VI-102)."""

    seat: Seat
    pile: PileName
    cards: tuple[Card, ...]


class CardsLookedAt(VillainousFact, frozen=True):
    """The top cards of a deck were taken up, for the seat alone to see (VI-102)."""

    seat: Seat
    pile: PileName
    cards: tuple[Card, ...]


class CardsPutBack(VillainousFact, frozen=True):
    """Looked-at cards went back on top of their deck, the new top card first."""

    seat: Seat
    pile: PileName
    cards: tuple[Card, ...]


class CardDiscarded(VillainousFact, frozen=True):
    """A card, wherever it was, went face up to its discard pile."""

    seat: Seat
    pile: PileName
    card: Card


# -- the Realm ---------------------------------------------------------------------------------------


class CardPlayed(VillainousFact, frozen=True):
    """A card was played: to a location, onto a card, or, with neither, to be followed and discarded."""

    seat: Seat
    card: Card
    at: Place = ""
    on: Card = ""


class CardMoved(VillainousFact, frozen=True):
    """A card of the Realm went to another location, and all that is attached to it."""

    seat: Seat
    card: Card
    to: Place


class HeroDefeated(VillainousFact, frozen=True):
    """A Hero was defeated, with the Strength it had then (VI-105)."""

    seat: Seat
    hero: Card
    at: Place
    strength: int


class LocationUnlocked(VillainousFact, frozen=True):
    """A Lock Token was taken off."""

    seat: Seat
    at: Place


# -- Power -------------------------------------------------------------------------------------------


class PowerGained(VillainousFact, frozen=True):
    """Power went from the Cauldron to a seat; `power` is what it has now."""

    seat: Seat
    amount: int
    power: int


class PowerPaid(VillainousFact, frozen=True):
    """Power went from a seat to the Cauldron; `power` is what it has now."""

    seat: Seat
    amount: int
    power: int


class PowerTaken(VillainousFact, frozen=True):
    """Power of a seat was laid on a card of its Realm; `power` is what the seat has now."""

    seat: Seat
    card: Card
    amount: int
    power: int


class PowerReturned(VillainousFact, frozen=True):
    """The Power lying on a card went back to the seat; `power` is what the seat has now."""

    seat: Seat
    card: Card
    amount: int
    power: int


# -- turns -------------------------------------------------------------------------------------------


class TurnBegan(VillainousFact, frozen=True):
    """A turn began; `number` counts the turns of the match from 1 (VI-020)."""

    seat: Seat
    number: int


class MoverMoved(VillainousFact, frozen=True):
    """The mover went to another location (VI-021)."""

    seat: Seat
    to: Place


class SymbolUsed(VillainousFact, frozen=True):
    """An action symbol of the mover's location was used; counted from 1, the top row first (VI-025)."""

    seat: Seat
    symbol: int


class RequirementMet(VillainousFact, frozen=True):
    """What Conditions of opponents wait for has come about in this turn (VI-088)."""

    requirement: str


class TurnPassed(VillainousFact, frozen=True):
    """A seat wants no more questions about Conditions until the turn ends."""

    seat: Seat


class ObjectiveFulfilled(VillainousFact, frozen=True):
    """A Villain reached the objective: the game is over (VI-120)."""

    seat: Seat


Happened: TypeAlias = (
    DeckShuffled
    | CardsDrawn
    | CardsRevealed
    | CardsLookedAt
    | CardsPutBack
    | CardDiscarded
    | CardPlayed
    | CardMoved
    | HeroDefeated
    | LocationUnlocked
    | PowerGained
    | PowerPaid
    | PowerTaken
    | PowerReturned
    | TurnBegan
    | MoverMoved
    | SymbolUsed
    | RequirementMet
    | TurnPassed
    | ObjectiveFulfilled
)

FACTS: tuple[type[Event], ...] = (
    DeckShuffled,
    CardsDrawn,
    CardsRevealed,
    CardsLookedAt,
    CardsPutBack,
    CardDiscarded,
    CardPlayed,
    CardMoved,
    HeroDefeated,
    LocationUnlocked,
    PowerGained,
    PowerPaid,
    PowerTaken,
    PowerReturned,
    TurnBegan,
    MoverMoved,
    SymbolUsed,
    RequirementMet,
    TurnPassed,
    ObjectiveFulfilled,
)
