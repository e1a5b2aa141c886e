"""Lineups for balance studies, and the measures of a finished match."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from .model import Seat


class Lineup(NamedTuple):
    """The options of a match for a cast, and the characters or Villain of each seat.

    `sides` is the number of sides, seats or teams, one of them the winner.
    """

    options: dict[str, Any]
    characters: tuple[tuple[str, ...], ...]
    sides: int


class Measures(NamedTuple):
    """The measures of a match, with characters or Villains by the names of the cast.

    `rounds` is the number of rounds started, `order` the turn order, `ending` the rule that ended the match,
    `felled` each knock-out or defeat, and `scores` further numbers by the names of the game.
    """

    rounds: int
    order: tuple[str, ...]
    ending: str
    felled: tuple[str, ...]
    scores: dict[str, int]


class CardsHandled(NamedTuple):
    """The cards of a seat in one fact; copies share one id.

    `deck` lists its cards. `drawn` cards enter its hand, `played` ones leave it to take effect. After `dealt
    anew` it draws another hand.
    """

    seat: Seat
    action: Literal["deck", "drawn", "played", "dealt anew"]
    cards: tuple[str, ...]
