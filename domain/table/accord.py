"""What players have offered each other since the last answer, and whether the match rests."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from ..words import Seat
from .facts import Aside, DrawOffered, PauseAsked, Paused, Resumed, TakebackAsked


class Accord(Struct, frozen=True):
    """The seats that have offered a draw, and those that have asked for a pause; `paused` while one lasts.

    `takebacks` are those that have asked to go back to fact `to`; the answer of the first is taken back.
    """

    draws: tuple[Seat, ...] = ()
    pauses: tuple[Seat, ...] = ()
    paused: Paused | None = None
    takebacks: tuple[Seat, ...] = ()
    to: int = 0


QUIET = Accord()
"""Nothing is offered. Every answer leads back to it: there is none in a pause."""


def after(accord: Accord, event: Aside) -> Accord:
    """Returns *accord* after *event*, which may concern it."""
    match event:
        case DrawOffered(seat):
            return replace(accord, draws=(*accord.draws, seat))
        case PauseAsked(seat):
            return replace(accord, pauses=(*accord.pauses, seat))
        case TakebackAsked(seat, to):
            before = accord.takebacks if accord.to == to else ()
            return replace(accord, takebacks=(*before, seat), to=to)
        case Paused():
            return replace(accord, pauses=(), paused=event)
        case Resumed():
            return replace(accord, paused=None)
    return accord
