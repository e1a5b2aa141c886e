"""What players have offered each other since the last answer, and whether the match rests."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from ..model import Seat
from .facts import (
    Aside,
    DrawOffered,
    Offer,
    OfferDeclined,
    PauseAsked,
    Paused,
    Resumed,
    StandInOffered,
    TakebackAsked,
)


class Accord(Struct, frozen=True):
    """The seats that have offered a draw, and those that have asked for a pause; `paused` while one lasts.

    `takebacks` are those that have asked to go back to fact `to`; the answer of the first is taken back.
    `stand_ins` are those that want the bot of `stand_in` to play a seat on.
    `declined` is what somebody declined last, until the same is offered anew.
    """

    draws: tuple[Seat, ...] = ()
    pauses: tuple[Seat, ...] = ()
    paused: Paused | None = None
    takebacks: tuple[Seat, ...] = ()
    to: int = 0
    declined: OfferDeclined | None = None
    stand_ins: tuple[Seat, ...] = ()
    stand_in: StandInOffered | None = None

    def offered(self, what: Offer) -> tuple[Seat, ...]:
        """Returns the seats that have offered it, or agree to it."""
        offers = {
            "draw": self.draws,
            "pause": self.pauses,
            "takeback": self.takebacks,
            "standin": self.stand_ins,
        }
        return offers[what]


QUIET = Accord()
"""Nothing is offered. Every answer leads back to it: there is none in a pause."""


def after(accord: Accord, event: Aside) -> Accord:
    """Returns *accord* after *event*, which may concern it."""
    match event:
        case DrawOffered(seat):
            return replace(_open("draw", accord), draws=(*accord.draws, seat))
        case PauseAsked(seat):
            return replace(_open("pause", accord), pauses=(*accord.pauses, seat))
        case TakebackAsked(seat, to):
            before = accord.takebacks if accord.to == to else ()
            return replace(_open("takeback", accord), takebacks=(*before, seat), to=to)
        case StandInOffered(seat):
            standing = accord.stand_in or event
            return replace(_open("standin", accord), stand_ins=(*accord.stand_ins, seat), stand_in=standing)
        case OfferDeclined(what="draw"):
            return replace(accord, draws=(), declined=event)
        case OfferDeclined(what="pause"):
            return replace(accord, pauses=(), declined=event)
        case OfferDeclined(what="standin"):
            return replace(accord, stand_ins=(), stand_in=None, declined=event)
        case OfferDeclined():
            return replace(accord, takebacks=(), to=0, declined=event)
        case Paused():
            return replace(accord, pauses=(), paused=event)
        case Resumed():
            return replace(accord, paused=None)
    return accord


def _open(what: Offer, accord: Accord) -> Accord:
    """Returns *accord* where it is forgotten that somebody had declined it before."""
    declined = accord.declined
    return accord if declined is None or declined.what != what else replace(accord, declined=None)
