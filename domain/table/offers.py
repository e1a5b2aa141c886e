"""Open offers between players since the last answer, and the pause."""

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


class Offers(Struct, frozen=True):
    """The seats that have offered a draw or asked for a pause, and the pause itself.

    `takebacks` are the seats that ask to go back to fact `to`, before an answer of the first of them.
    `stand_ins` are those that want the bot of `stand_in` on a seat. `declined` is the last declined offer,
    until a seat repeats it.
    """

    draws: tuple[Seat, ...] = ()
    pauses: tuple[Seat, ...] = ()
    paused: Paused | None = None
    takebacks: tuple[Seat, ...] = ()
    to: int = 0
    declined: OfferDeclined | None = None
    stand_ins: tuple[Seat, ...] = ()
    stand_in: StandInOffered | None = None

    def seats_offering(self, kind: Offer) -> tuple[Seat, ...]:
        """Returns the seats that have made an offer of *kind* or agree to it."""
        offers = {
            "draw": self.draws,
            "pause": self.pauses,
            "takeback": self.takebacks,
            "standin": self.stand_ins,
        }
        return offers[kind]


NO_OFFERS = Offers()
"""The state after every answer."""


def offers_after(offers: Offers, event: Aside) -> Offers:
    """Returns *offers* after *event*."""
    match event:
        case DrawOffered(seat):
            return replace(_without_decline("draw", offers), draws=(*offers.draws, seat))
        case PauseAsked(seat):
            return replace(_without_decline("pause", offers), pauses=(*offers.pauses, seat))
        case TakebackAsked(seat, to):
            before = offers.takebacks if offers.to == to else ()
            return replace(_without_decline("takeback", offers), takebacks=(*before, seat), to=to)
        case StandInOffered(seat):
            current_offer = offers.stand_in or event
            return replace(
                _without_decline("standin", offers),
                stand_ins=(*offers.stand_ins, seat),
                stand_in=current_offer,
            )
        case OfferDeclined(what="draw"):
            return replace(offers, draws=(), declined=event)
        case OfferDeclined(what="pause"):
            return replace(offers, pauses=(), declined=event)
        case OfferDeclined(what="standin"):
            return replace(offers, stand_ins=(), stand_in=None, declined=event)
        case OfferDeclined():
            return replace(offers, takebacks=(), to=0, declined=event)
        case Paused():
            return replace(offers, pauses=(), paused=event)
        case Resumed():
            return replace(offers, paused=None)
    return offers


def _without_decline(kind: Offer, offers: Offers) -> Offers:
    """Returns *offers* without an earlier decline of this *kind*."""
    declined = offers.declined
    return offers if declined is None or declined.what != kind else replace(offers, declined=None)
