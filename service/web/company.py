"""Company: who plays a match that this browser has just opened, besides whoever sits at it."""

from __future__ import annotations

from typing import Literal, TypeAlias

from domain.words import Seat

from ..matches import Opened
from ..options import WrongOptions
from . import sessions
from .sitting import name_of, take
from .tongues import says

Company: TypeAlias = Literal["alone", "bots", "friends"]
"""This browser plays every seat; bots of its own play the others; others take theirs by a link."""


def gather(opened: Opened, company: Company, seat: Seat, player: str) -> None:
    """Seats *player*, as this browser, on *seat* of a match just opened, and the *company*.

    Raises `WrongOptions` for a name that is none, and for a seat that the match has not.
    """
    seats = range(len(opened.claims))
    if seat not in seats:
        raise WrongOptions("/seat", says("There are {seats} seats: take one of them.", seats=len(seats)))
    others = [other for other in seats if other != seat]
    name = name_of(player or says("Seat {number}", number=seat + 1))
    names: dict[Company, dict[Seat, str]] = {
        "alone": {other: f"{name} ({other + 1})" for other in others},
        "bots": {other: f"Bot {other + 1}" for other in others},
        "friends": {},
    }
    sessions.keep_claims(opened.match, opened.claims, others if company == "bots" else [])
    for taken, called in ({seat: name} | names[company]).items():
        take(opened.match, taken, opened.claims[taken], called)
