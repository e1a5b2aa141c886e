"""The board: all there is to know of a match of Sorcerer's Arena between two effects."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from ..words import Seat
from .facts import Card, Phase, Status, Team, Who
from .hexes import Space

Edition: TypeAlias = Literal["en", "fr", "it"]
Stage: TypeAlias = Literal["setup", "play", "over"]

NOWHERE: Space = ""
"""Where a figure stands that is not in the Arena."""


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What a match of Sorcerer's Arena may choose: the chapter of the rules, and the handbook's edition."""

    chapter: Literal[1] = 1
    edition: Edition = "en"


class Figure(Struct, frozen=True):
    """A character in play: whose it is, where it stands, its HP, and the counters on its status tiles."""

    seat: Seat
    at: Space
    hp: int
    statuses: dict[Status, int]


class Summoner(Struct, frozen=True):
    """A player's cards: the deck from the top, the hand, and the two public piles."""

    deck: tuple[Card, ...] = ()
    hand: tuple[Card, ...] = ()
    discards: tuple[Card, ...] = ()
    banished: tuple[Card, ...] = ()


class Board(Struct, frozen=True):
    """Everything on and around the Arena.

    `order` is the row of turn-order tiles, `phases` how often each main phase may still be taken in this
    turn, `resolving` the card that is being played, `final` whether this round is the last.
    """

    options: Options
    figures: dict[Who, Figure]
    summoners: tuple[Summoner, ...]
    order: tuple[Who, ...]
    points: tuple[int, ...] = (0, 0)
    stage: Stage = "setup"
    round: int = 0
    active: Who = ""
    phases: dict[Phase, int] = {}
    resolving: Card = ""
    final: bool = False

    def at(self, space: Space) -> Who | None:
        """Returns who stands on *space*."""
        return next((who for who, figure in self.figures.items() if figure.at == space), None)

    def team(self, who: Who) -> Team:
        """Returns the team of a figure; head-to-head, a seat is a team."""
        return self.figures[who].seat

    def rivals(self, who: Who) -> list[Who]:
        """Returns the figures of the other team that can be affected (SA-604)."""
        seat = self.figures[who].seat
        return [other for other, f in self.figures.items() if f.seat != seat and f.hp and f.at]

    def allies(self, who: Who) -> list[Who]:
        """Returns the other figures of the team (SA-901) that can be affected (SA-604)."""
        seat = self.figures[who].seat
        return [
            other for other, f in self.figures.items() if f.seat == seat and f.hp and f.at and other != who
        ]
