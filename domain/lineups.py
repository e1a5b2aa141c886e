"""Contests: who may be played against whom, and what a match is measured by."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from .model import Seat


class Lineup(NamedTuple):
    """Who sits where: the options of a match that make it so, and each seat's characters or Villain.

    `sides` is how many sides there are, of which one wins: as many as seats, or as many as teams.
    """

    options: dict[str, Any]
    cast: tuple[tuple[str, ...], ...]
    sides: int


class Measures(NamedTuple):
    """What a game tells of a match, by the names that its cast goes by.

    `rounds` is how many began, `order` in whose turns a round passes, `ending` the rule that ended the match,
    `felled` who was knocked out or defeated, once for each time, `scores` what else is worth a number, called
    as the game calls it.
    """

    rounds: int
    order: tuple[str, ...]
    ending: str
    felled: tuple[str, ...]
    scores: dict[str, int]


class CardsHandled(NamedTuple):
    """What a fact tells of the cards of a seat, copies by one id.

    `deck`: these are its cards. `drawn`: they came into its hand; `played`: they left it to be followed.
    `dealt anew`: it put its hand back, and draws another.
    """

    seat: Seat
    what: Literal["deck", "drawn", "played", "dealt anew"]
    cards: tuple[str, ...]
