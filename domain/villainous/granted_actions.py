"""An action borrowed: a card has one performed at a location, wherever the mover is."""

from __future__ import annotations

from ..model import Asked, Seat
from ..script import Script
from . import facts
from .actions import ACTIONS, available, exhausted
from .book import ActionName
from .facts import Place
from .hooks import T
from .symbols import usable

NOTHING = "nothing"


def borrow(t: T, seat: Seat, place: Place, *, but: tuple[ActionName, ...] = ()) -> Script[None]:
    """Lets the player of the turn perform one available action of *place*, or nothing; never one of *but*.

    It is told as `SymbolBorrowed`, not as `SymbolUsed`: whether the mover is there, or comes there later, its
    symbol can be used once more (VI-213), and one used already can be borrowed. Whether there is a question
    depends on what lies open, never on the hand: hence `Asked`, and not `may`.
    """
    shown = usable(t.board.realms[seat], t.book, place, ())
    symbols = tuple(there for there in shown if there.symbol.action not in but)
    if exhausted(t.board, t.book, symbols):
        return
    todo = available(t.board, t.book, symbols)
    (pick,) = yield Asked(seat, "borrow", (NOTHING, *todo), about=place, sight="hand")
    if pick != NOTHING:
        there = todo[pick]
        yield facts.SymbolBorrowed(seat, place, there.number, there.by)
        yield from ACTIONS[there.symbol.action].perform(t, seat, pick.partition(":")[2])
