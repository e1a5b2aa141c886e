"""The vocabulary of Sorcerer's Arena: everything that can happen in a match.

A name here is permanent: it is the fact's name in the store. Figures are called by their character's code,
spaces as in `hexes`, hidden cards by the empty string.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from ..model import Event, Seat
from ..published import OptionalText
from .hexes import Space

FigureId: TypeAlias = str
"""A figure: the code of its character."""

CardCode: TypeAlias = str
"""A battle card: its printed id, or the empty string where it is hidden."""

Team: TypeAlias = int
"""0 blue, 1 red."""

Phase: TypeAlias = Literal["movement", "action", "skills"]
Status: TypeAlias = Literal[
    "cursed",
    "flustered",
    "immobilized",
    "magic_broom",
    "shrunken",
    "stealthy",
    "strong",
    "taunt",
    "tough",
]


Gear: TypeAlias = Literal["fire", "heart", "shell", "wind"]


class ArenaFact(Event, frozen=True, tag=lambda name: f"arena.{name}"):
    """Something that happened in a match of Sorcerer's Arena."""


# -- preparing ---------------------------------------------------------------------------------------


class CharacterDrafted(ArenaFact, frozen=True):
    """A Summoner took a character, called `who` in this match (SA-106, SA-107, SA-108)."""

    seat: Seat
    who: FigureId
    code: str
    hp: int


class TilesStacked(ArenaFact, frozen=True):
    """A Summoner secretly stacked the turn-order tiles of the own characters, the first on top (SA-110)."""

    seat: Seat
    tiles: tuple[OptionalText, ...]


class TurnOrderSet(ArenaFact, frozen=True):
    """The stacks were revealed, and the tiles lie in their order (SA-111, SA-112)."""

    order: tuple[FigureId, ...]


class HandTakenBack(ArenaFact, frozen=True):
    """A Summoner put the opening hand back below the deck, to draw a new one (SA-115)."""

    seat: Seat


# -- rounds and turns --------------------------------------------------------------------------------


class RoundBegan(ArenaFact, frozen=True):
    """A round began (SA-201)."""

    number: int


class TurnBegan(ArenaFact, frozen=True):
    """A character became the active one; each of its main phases can be taken once (SA-201, SA-301)."""

    who: FigureId
    phases: tuple[Phase, ...] = ("movement", "action")


class PhaseBegan(ArenaFact, frozen=True):
    """The active character's Summoner spent a main phase; skills used before it are forgotten (SA-301)."""

    phase: Phase


class ExtraPhaseGranted(ArenaFact, frozen=True):
    """A further phase may be taken in this turn (SA-312)."""

    phase: Phase


class TurnEnded(ArenaFact, frozen=True):
    """The active character's turn is over.

    Its phases, used skills, activated ability and a refused gear end with it. No character is active.
    """

    who: FigureId


class FinalRoundCalled(ArenaFact, frozen=True):
    """This round is the last one (SA-702, SA-703)."""


class RoundEnded(ArenaFact, frozen=True):
    """The turn of the last tile is over; `last` if the match ends with it."""

    number: int
    last: bool


# -- cards -------------------------------------------------------------------------------------------


class DeckShuffled(ArenaFact, frozen=True):
    """A Summoner's cards lie in a new order, the top card first."""

    seat: Seat
    cards: tuple[OptionalText, ...]


class CardDrawn(ArenaFact, frozen=True):
    """The top card of a deck went to its Summoner's hand."""

    seat: Seat
    card: OptionalText


class DrawSkipped(ArenaFact, frozen=True):
    """A required draw met an empty deck (SA-210)."""

    seat: Seat


class CardPlayed(ArenaFact, frozen=True):
    """A card left the hand and is being resolved until `CardResolved` (SA-313)."""

    seat: Seat
    card: CardCode


class CardResolved(ArenaFact, frozen=True):
    """A played card has been followed to its end and lies on its Summoner's discard pile (SA-313)."""

    seat: Seat
    card: CardCode


class CardDiscarded(ArenaFact, frozen=True):
    """A card went from the hand to the discard pile."""

    seat: Seat
    card: CardCode


class CardBanished(ArenaFact, frozen=True):
    """A card of the hand or of the discard pile left the match for good (SA-411, SA-802)."""

    seat: Seat
    card: CardCode
    pile: Literal["hand", "discards"] = "hand"


class CardsLookedAt(ArenaFact, frozen=True):
    """A Summoner looked at the top cards of the own deck (SA-410)."""

    seat: Seat
    cards: tuple[OptionalText, ...]


class CardsPutBack(ArenaFact, frozen=True):
    """Looked-at cards went back on top of the deck, the new top card first."""

    seat: Seat
    cards: tuple[OptionalText, ...]


class CardRevealed(ArenaFact, frozen=True):
    """Everyone saw the top card of a deck; it stays where it is (SA-410)."""

    seat: Seat
    card: CardCode


# -- figures -----------------------------------------------------------------------------------------


class CharacterPlaced(ArenaFact, frozen=True):
    """A figure was set up in the Arena (SA-104, SA-113)."""

    who: FigureId
    at: Space


class CharacterMoved(ArenaFact, frozen=True):
    """A figure walked; `path` begins where it stood and ends where it stands."""

    who: FigureId
    path: tuple[Space, ...]


class MovementPrevented(ArenaFact, frozen=True):
    """A figure that would have moved stays where it is (SA-504)."""

    who: FigureId


class DamageDealt(ArenaFact, frozen=True):
    """A figure took damage, everything counted in; `hp` are left."""

    who: FigureId
    by: FigureId
    damage: int
    hp: int


class HealthRecovered(ArenaFact, frozen=True):
    """A figure got HP back; `hp` it has now (SA-408)."""

    who: FigureId
    amount: int
    hp: int


class StatusCountersAdded(ArenaFact, frozen=True):
    """A status tile got counters; `total` lie on it now (SA-501)."""

    who: FigureId
    status: Status
    counters: int
    total: int


class StatusCounterRemoved(ArenaFact, frozen=True):
    """A status tile lost a counter: in the Starting Phase, or by an effect (SA-203, SA-205).

    With none `left` the tile is gone.
    """

    who: FigureId
    status: Status
    left: int


class CharacterKnockedOut(ArenaFact, frozen=True):
    """A figure has no HP left; its status tiles are gone, unless it `keeps` them (SA-601).

    Kept tiles leave by `StatusRemoved`, since version 4 in every edition.
    """

    who: FigureId
    keeps: bool = False


class FigureRemoved(ArenaFact, frozen=True):
    """A knocked out figure left the Arena (SA-603)."""

    who: FigureId


class CharacterReturned(ArenaFact, frozen=True):
    """A knocked out character is back with its starting HP, `hp` (SA-207)."""

    who: FigureId
    at: Space
    hp: int


class StatusRemoved(ArenaFact, frozen=True):
    """A status tile left with all its counters, by an effect or a knock-out (SA-205, SA-601)."""

    who: FigureId
    status: Status


class SkillUsed(ArenaFact, frozen=True):
    """The active character uses a skill of its ability card (SA-310)."""

    who: FigureId
    skill: str


class AbilityTriggered(ArenaFact, frozen=True):
    """The ability of an upgraded character happens, in any turn (SA-803)."""

    who: FigureId
    ability: str


class AbilityActivated(ArenaFact, frozen=True):
    """The active character uses the ability of its upgraded side that is activated (SA-803, SA-807)."""

    who: FigureId
    ability: str


class ChainEnded(ArenaFact, frozen=True):
    """So many abilities had set each other off that this one did not happen any more (SA-414)."""

    who: FigureId
    ability: str


class CharacterUpgraded(ArenaFact, frozen=True):
    """An ability card was flipped to its upgraded side, which ends the phase under way (SA-802).

    So many `hp` are left if it has fewer.
    """

    who: FigureId
    hp: int = 0


class AbilityCardTurnedBack(ArenaFact, frozen=True):
    """An ability card was turned back to its starting side (SA-606); `hp` are left as by an upgrade."""

    who: FigureId
    hp: int = 0


class GearRefused(ArenaFact, frozen=True):
    """A Summoner did not lend a gear to the teammate in this turn; the phase under way ends (SA-804)."""

    seat: Seat


class VictoryPointsGained(ArenaFact, frozen=True):
    """A team earned Victory Points; `total` it has now."""

    team: Team
    points: int
    total: int


class VictoryPointsLost(ArenaFact, frozen=True):
    """A team lost Victory Points, down to none at the worst (SA-605); `total` it has now."""

    team: Team
    points: int
    total: int


FACTS: tuple[type[Event], ...] = tuple(ArenaFact.__subclasses__())

Happened: TypeAlias = (
    CharacterDrafted
    | TilesStacked
    | TurnOrderSet
    | HandTakenBack
    | RoundBegan
    | TurnBegan
    | PhaseBegan
    | ExtraPhaseGranted
    | TurnEnded
    | FinalRoundCalled
    | RoundEnded
    | DeckShuffled
    | CardDrawn
    | DrawSkipped
    | CardPlayed
    | CardResolved
    | CardDiscarded
    | CardBanished
    | CardsLookedAt
    | CardsPutBack
    | CardRevealed
    | CharacterPlaced
    | CharacterMoved
    | MovementPrevented
    | DamageDealt
    | HealthRecovered
    | StatusCountersAdded
    | StatusCounterRemoved
    | CharacterKnockedOut
    | FigureRemoved
    | CharacterReturned
    | StatusRemoved
    | SkillUsed
    | AbilityTriggered
    | AbilityActivated
    | ChainEnded
    | CharacterUpgraded
    | AbilityCardTurnedBack
    | GearRefused
    | VictoryPointsGained
    | VictoryPointsLost
)
