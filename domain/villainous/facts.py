"""The vocabulary of Villainous: everything that can happen in a match.

A name here is permanent: it is the fact's name in the store. `seat` is the seat whose Realm, hand or
piles are concerned. Cards and locations are called by ids that people can say; a hidden card is the empty
string.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from ..model import Event, Seat
from ..published import OptionalText, absent_mark

Card: TypeAlias = str
"""One card of the match (`warrant-2`), or the empty string where it is hidden."""

Place: TypeAlias = str
"""A location of one Realm (`nottingham`)."""

Form: TypeAlias = Literal["", "hypnotized", "wicket", "shrunken", "enlarged", "held"]
"""What a card in play was turned into: an Ally of Jafar's; a Wicket; a Hero of another size (VI-217); an Item
that cannot be moved."""

PileName: TypeAlias = Literal["villain", "fate"]
"""Which of a seat's two decks, each with its own discard pile (VI-005)."""


class VillainousFact(Event, frozen=True, tag=lambda name: f"villainous.{name}"):
    """Something that happened in a match of Villainous."""


# -- decks and hands ---------------------------------------------------------------------------------


class DeckShuffled(VillainousFact, frozen=True):
    """A deck lies in a new order, the top card first; discarded cards among them are discarded no longer."""

    seat: Seat
    pile: PileName
    cards: tuple[OptionalText, ...]


class CardsDrawn(VillainousFact, frozen=True):
    """The top cards of a deck went to the hand; since version 4 each card has a fact of its own."""

    seat: Seat
    pile: PileName
    cards: tuple[OptionalText, ...]


class CardsRevealed(VillainousFact, frozen=True):
    """The top cards of a deck were laid open, for everyone to see (VI-102)."""

    seat: Seat
    pile: PileName
    cards: tuple[Card, ...]


class CardsLookedAt(VillainousFact, frozen=True):
    """The top cards of a deck were taken up, for the seat alone to see (VI-102)."""

    seat: Seat
    pile: PileName
    cards: tuple[OptionalText, ...]


class CardsPutBack(VillainousFact, frozen=True):
    """Looked-at cards went back on top of their deck, the new top card first."""

    seat: Seat
    pile: PileName
    cards: tuple[OptionalText, ...]


class CardDiscarded(VillainousFact, frozen=True):
    """A card, wherever it was, went face up to its discard pile."""

    seat: Seat
    pile: PileName
    card: Card


class CardRecovered(VillainousFact, frozen=True):
    """A card of the discard pile, or one that was revealed, went openly to the hand."""

    seat: Seat
    card: Card


class HandRevealed(VillainousFact, frozen=True):
    """A hand lies open until a later fact hides it; these are its cards now."""

    seat: Seat
    cards: tuple[Card, ...]


class HandHidden(VillainousFact, frozen=True):
    """A hand that lay open is hidden again."""

    seat: Seat


# -- the Realm ---------------------------------------------------------------------------------------


class CardPlayed(VillainousFact, frozen=True):
    """A card was played: to a location, onto a card, or, with neither, to be followed and discarded.

    `aim` is what an Effect was aimed at.
    """

    seat: Seat
    card: Card
    at: OptionalText = ""
    on: OptionalText = ""
    aim: OptionalText = ""


class CardMoved(VillainousFact, frozen=True):
    """A card of the Realm went to another location, or off its host, and all that is attached to it."""

    seat: Seat
    card: Card
    to: Place


class CardAttached(VillainousFact, frozen=True):
    """A card of the Realm or of a discard pile was attached to a card of the Realm."""

    seat: Seat
    card: Card
    to: Card


class CardActivated(VillainousFact, frozen=True):
    """The activated ability of a card was used (VI-044)."""

    seat: Seat
    card: Card


class CardTurned(VillainousFact, frozen=True):
    """A card was turned into another form, or, with none, back into its printed one.

    An Enlarged Hero is also at the location `beside` its own.
    """

    seat: Seat
    card: Card
    form: Annotated[Form, absent_mark("")] = ""
    beside: OptionalText = ""


class StrengthShifted(VillainousFact, frozen=True):
    """Until the turn ends, the Strength of a card, or of every Hero at a location, is changed.

    `card` is the one that says so; facts before version 3 of the rules lack it.
    """

    seat: Seat
    of: Card | Place
    by: int
    card: OptionalText = ""


class EffectLasts(VillainousFact, frozen=True):
    """An Effect holds until the own next turn, or for the move it begins with."""

    seat: Seat
    card: Card


class HeroDefeated(VillainousFact, frozen=True):
    """A Hero was defeated, with the Strength it had then; its card leaves by later facts (VI-105)."""

    seat: Seat
    hero: Card
    at: Place
    strength: int


class LocationLocked(VillainousFact, frozen=True):
    """A Lock Token was put on a location: a new one, or the one from another location, `freed` by that."""

    seat: Seat
    at: Place
    freed: OptionalText = ""


class LocationUnlocked(VillainousFact, frozen=True):
    """A Lock Token was taken off."""

    seat: Seat
    at: Place


# -- Power -------------------------------------------------------------------------------------------


class PowerGained(VillainousFact, frozen=True):
    """Power went from the Cauldron to a seat; `power` is its new total."""

    seat: Seat
    amount: int
    power: int


class PowerPaid(VillainousFact, frozen=True):
    """Power went from a seat to the Cauldron; `power` is its new total."""

    seat: Seat
    amount: int
    power: int


class PowerTaken(VillainousFact, frozen=True):
    """Power of a seat was laid on a card of its Realm; `power` is the new total of the seat."""

    seat: Seat
    card: Card
    amount: int
    power: int


class PowerReturned(VillainousFact, frozen=True):
    """The Power lying on a card went back to the seat; `power` is the new total of the seat."""

    seat: Seat
    card: Card
    amount: int
    power: int


# -- turns -------------------------------------------------------------------------------------------


class TurnBegan(VillainousFact, frozen=True):
    """A turn began with the move of its mover; `number` counts the turns of the match from 1 (VI-020).

    Effects that lasted up to this turn lapse with it. Before version 4 all that held until the end of the
    turn before ends here.
    """

    seat: Seat
    number: int


class TurnEnded(VillainousFact, frozen=True):
    """A turn is over, and its seat draws so many cards (VI-030).

    All that holds until the turn ends is gone: used symbols, met requirements, passes, changes of Strength.
    """

    seat: Seat
    draws: int


class MoverMoved(VillainousFact, frozen=True):
    """The mover went to another location (VI-021), or was sent there `by` a card.

    In the own turn its symbols are unused there, and actions follow unless a card sent it.
    """

    seat: Seat
    to: Place
    by: OptionalText = ""


class MoverStayed(VillainousFact, frozen=True):
    """The mover stayed where it was, as a card allows; actions follow with unused symbols."""

    seat: Seat


class SymbolUsed(VillainousFact, frozen=True):
    """An action symbol was used; the printed ones count from 1, the top row first (VI-025).

    `by` is the card that shows the symbol (which then has no number), or lets it be used though covered.
    """

    seat: Seat
    symbol: int
    by: OptionalText = ""


class SymbolBorrowed(VillainousFact, frozen=True):
    """An action symbol of any location was used because a card says so: it stays as unused as it was."""

    seat: Seat
    at: Place
    symbol: int
    by: OptionalText = ""


class FateTokenTaken(VillainousFact, frozen=True):
    """A seat took the Fate Token: no Fate action can target it for now (VI-110, VI-111)."""

    seat: Seat


class RequirementMet(VillainousFact, frozen=True):
    """The requirement of opponents' Conditions came about in this turn (VI-088)."""

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
    | CardRecovered
    | HandRevealed
    | HandHidden
    | CardPlayed
    | CardMoved
    | CardAttached
    | CardActivated
    | CardTurned
    | StrengthShifted
    | EffectLasts
    | HeroDefeated
    | LocationLocked
    | LocationUnlocked
    | PowerGained
    | PowerPaid
    | PowerTaken
    | PowerReturned
    | TurnBegan
    | TurnEnded
    | MoverMoved
    | MoverStayed
    | SymbolUsed
    | SymbolBorrowed
    | FateTokenTaken
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
    CardRecovered,
    HandRevealed,
    HandHidden,
    CardPlayed,
    CardMoved,
    CardAttached,
    CardActivated,
    CardTurned,
    StrengthShifted,
    EffectLasts,
    HeroDefeated,
    LocationLocked,
    LocationUnlocked,
    PowerGained,
    PowerPaid,
    PowerTaken,
    PowerReturned,
    TurnBegan,
    TurnEnded,
    MoverMoved,
    MoverStayed,
    SymbolUsed,
    SymbolBorrowed,
    FateTokenTaken,
    RequirementMet,
    TurnPassed,
    ObjectiveFulfilled,
)
